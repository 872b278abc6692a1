import { t } from '#contract/language.ts'
import { keepPhysicalTyped, type PhysicalOrderRow } from '#db/physical-orders.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { writeInBackground } from '#lib/query/write-in-background.ts'
import { GiftMessageStep } from '#shared/forms/gift-message-step.tsx'
import type { StepProps } from '#shared/forms/step-frame.tsx'
import { useSaving } from '../use-saving.ts'

/** The gift's message, as a step of a mailed order; it can be skipped. */
export function PersonalMessageStep({ row, onBack, onDone }: StepProps & { row: PhysicalOrderRow }) {
  const { load } = usePortal()
  const { feedback, busy, save } = useSaving(row)
  const keep = (personal_message: string): void =>
    writeInBackground(load, ({ db }) => keepPhysicalTyped(db, row.orderId, { personal_message }))
  return (
    <GiftMessageStep
      saved={row.snapshot.personal_message ?? ''}
      typed={row.typed.personal_message}
      label={({ empty }) => (empty ? t('SKIP') : t('SAVE AND CONTINUE'))}
      messages={feedback.state === 'error' ? feedback.messages : []}
      header={t('Validation Failed')}
      busy={busy}
      onBack={onBack}
      onDone={onDone}
      onType={keep}
      onSave={(message) => save({ personal_message: message }, onDone)}
    />
  )
}
