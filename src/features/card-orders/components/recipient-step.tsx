import { message, t } from '#contract/language.ts'
import { openRecipient, type Recipient, trimRecipient } from '#contract/rules/contact.ts'
import { listRecipientProblems } from '#contract/rules/card-order.ts'
import type { CardOrderUpdateBody } from '#contract/schemas/card-order.ts'
import { usePlaces } from '#lib/query/places.ts'
import { AddressFields, recipientAddress } from '#shared/forms/address-fields.tsx'
import { Box } from '#lib/ui/box.ts'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import {
  cleanRecipient,
  EmailField,
  fieldGrid,
  NameFields,
  PhoneField,
} from '#shared/forms/recipient-fields.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { useGiftTime } from '../use-gift-time.ts'
import { GiftTimeFields } from './gift-time-fields.tsx'
import { type CardOrderStepProps, useStep } from '../use-step.ts'

const titles = {
  phone: message('Who is it for?'),
  email: message('Who is it for?'),
  address: message('Where should it go?'),
} as const

/** Who receives the card: by email, by text message or by mail. */
export function RecipientStep({ by, ...props }: CardOrderStepProps & { by: 'email' | 'phone' | 'address' }) {
  const { row } = props
  const places = usePlaces()
  const { save, saving, messages, back, keep } = useStep(props)
  const typed = useTyped<keyof Recipient>(
    () => openRecipient(row.typed, row.snapshot),
    (recipient) => listRecipientProblems(row.type, recipient),
    keep,
    cleanRecipient,
  )
  const when = useGiftTime(row, keep)
  return (
    <LoadingOverlay busy={saving}>
      <StepFrame
        title={t(titles[by])}
        messages={messages}
        onBack={back}
        next={{
          label: t('CONTINUE'),
          busy: saving,
          onNext: () => {
            if (typed.check() && when.check()) save({ ...bodyOf(by, typed.values), ...when.body }, 'next')
          },
        }}
      >
        <Box {...fieldGrid}>
          <NameFields {...typed} />
          {by === 'address' && (
            <AddressFields
              {...typed}
              names={recipientAddress}
              finding={{ places, fill: typed.fill }}
              forOthers
            />
          )}
          {by !== 'phone' && <EmailField {...typed} optional={by === 'address'} />}
          {by !== 'email' && <PhoneField {...typed} optional={by === 'address'} />}
        </Box>
        {by !== 'address' && when.offered && <GiftTimeFields {...when} />}
      </StepFrame>
    </LoadingOverlay>
  )
}

/** Only the fields that this way of sending uses. */
function bodyOf(by: 'email' | 'phone' | 'address', recipient: Recipient): CardOrderUpdateBody {
  const { recipient_first_name, recipient_last_name, recipient_email, recipient_phone, ...address } =
    trimRecipient(recipient)
  const names = { recipient_first_name, recipient_last_name }
  if (by === 'email') return { ...names, recipient_email }
  if (by === 'phone') return { ...names, recipient_phone }
  return { ...names, ...address, recipient_email, recipient_phone }
}
