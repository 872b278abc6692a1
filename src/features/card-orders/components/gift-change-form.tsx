import { t } from '#contract/language.ts'
import { useState } from 'react'
import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { listRecipientProblems } from '#contract/rules/card-order.ts'
import { openRecipient, type Recipient, trimRecipient } from '#contract/rules/contact.ts'
import type { CardOrder, GiftChangeBody } from '#contract/schemas/card-order.ts'
import type { CardOrderTyped } from '#db/card-orders.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { findTypedOf, keepTypedOf } from '#lib/query/typed-forms.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { Box } from '#lib/ui/box.ts'
import { Button } from '#lib/ui/button.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { useTyped } from '#lib/ui/use-typed.ts'
import { FailureBanner } from '#shared/forms/failure-banner.tsx'
import {
  cleanRecipient,
  EmailField,
  fieldGrid,
  NameFields,
  PhoneField,
} from '#shared/forms/recipient-fields.tsx'
import { GiftMessageField } from '#shared/forms/gift-message-field.tsx'
import { useGiftTime } from '../use-gift-time.ts'
import { GiftTimeFields } from './gift-time-fields.tsx'

type GiftChangeFormProps = { order: CardOrder; onDone: () => void; onCancel: () => void }

/** Edits a gift's recipient, message and time, starting from what they are now. Only changes are sent. */
export function GiftChangeForm({ order, onDone, onCancel }: GiftChangeFormProps) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const isText = order.type === 'SendText'
  const [kept] = useState<CardOrderTyped>(() => findTypedOf('gift-change', order.id))
  const keep = (changes: CardOrderTyped): void => keepTypedOf('gift-change', order.id, changes)
  const leave = (next: () => void) => (): void => {
    keepTypedOf('gift-change', order.id, undefined)
    next()
  }
  const typed = useTyped<keyof Recipient>(
    () => openRecipient(kept, order),
    (recipient) => listRecipientProblems(order.type, recipient),
    keep,
    cleanRecipient,
  )
  const [message, setMessage] = useState(kept.personal_message ?? order.personal_message ?? '')
  const when = useGiftTime({ typed: kept, snapshot: order }, keep)
  const waits = order.gift?.state === 'scheduled'
  // An unchanged time is not validated again, however near it is.
  const isTimed = waits && !when.isAsSaved
  const saving = useSingleMutation({
    mutationFn: async (body: GiftChangeBody) => {
      const services = await load()
      await services.api.send(cardEndpoints.changeGift, {
        params: { id: order.id },
        body,
        key: keyOf(services, body),
      })
    },
    onSuccess: leave(onDone),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const save = (): void => {
    if (!typed.check() || (isTimed && !when.check())) return
    saving.mutate({
      ...changesOf(order, trimRecipient(typed.values)),
      ...(message.trim() !== (order.personal_message ?? '') && { personal_message: message.trim() }),
      ...(isTimed && when.body),
    })
  }
  return (
    <LoadingOverlay busy={saving.isPending}>
      <form
        noValidate
        aria-label={t('Change this gift')}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Box display="grid" gap="5">
          {saving.error && (
            <FailureBanner error={asAppError(saving.error)} messages={explain(asAppError(saving.error))} />
          )}
          <Box {...fieldGrid}>
            <NameFields {...typed} />
            {isText ? <PhoneField {...typed} /> : <EmailField {...typed} />}
          </Box>
          <GiftMessageField
            message={message}
            onType={(text) => {
              setMessage(text)
              keep({ personal_message: text })
            }}
          />
          {waits && when.offered && <GiftTimeFields {...when} problems={isTimed ? when.problems : {}} />}
          <Box display="flex" flexWrap="wrap" gap="3">
            <Button look="second" onClick={leave(onCancel)}>
              {t('CANCEL')}
            </Button>
            <Button type="submit">{t('SAVE CHANGES')}</Button>
          </Box>
        </Box>
      </form>
    </LoadingOverlay>
  )
}

/** The changed fields. An address that is sent replaces where the gift goes. */
const changesOf = (order: CardOrder, recipient: Recipient): GiftChangeBody =>
  Object.fromEntries(
    (['recipient_first_name', 'recipient_last_name', 'recipient_email', 'recipient_phone'] as const).flatMap(
      (field) => (recipient[field] === (order[field] ?? '') ? [] : [[field, recipient[field]]]),
    ),
  )
