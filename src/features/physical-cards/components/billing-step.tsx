import { t } from '#contract/language.ts'
import { openRecipient, type Recipient, trimRecipient } from '#contract/rules/contact.ts'
import { listShippingProblems } from '#contract/rules/card-order.ts'
import { keepPhysicalTyped, type PhysicalOrderRow } from '#db/physical-orders.ts'
import { usePlaces } from '#lib/query/places.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
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
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { useSaving } from '../use-saving.ts'

/** Where the cards are sent. Saved when the step is left; what is typed stays on the device until then. */
export function BillingStep({ row, onBack, onDone }: StepProps & { row: PhysicalOrderRow }) {
  const { load } = usePortal()
  const places = usePlaces()
  const { feedback, busy, save } = useSaving(row)
  const { text, shown, fill, problems, values, check } = useTyped<keyof Recipient>(
    () => openRecipient(row.typed, row.snapshot),
    listShippingProblems,
    (typed) => writeInBackground(load, ({ db }) => keepPhysicalTyped(db, row.orderId, typed)),
    cleanRecipient,
  )
  const send = (): void => {
    if (check()) save(trimRecipient(values), onDone)
  }
  return (
    <LoadingOverlay busy={busy}>
      <StepFrame
        title={t('Where should it go?')}
        messages={feedback.state === 'error' ? feedback.messages : []}
        header={t('Validation Failed')}
        onBack={onBack}
        // §5: disabled while address errors exist.
        next={{
          label: t('SAVE AND CONTINUE'),
          disabled: Object.keys(problems).length > 0,
          busy,
          onNext: send,
        }}
      >
        <Box {...fieldGrid}>
          <NameFields text={text} shown={shown} />
          <AddressFields
            names={recipientAddress}
            text={text}
            shown={shown}
            finding={{ places, fill }}
            forOthers
          />
          <EmailField text={text} shown={shown} optional />
          <PhoneField text={text} shown={shown} optional />
        </Box>
      </StepFrame>
    </LoadingOverlay>
  )
}
