import { textFields } from '#contract/rules/fields.ts'
import { useState } from 'react'
import { keepPhysicalTyped, type PhysicalOrderRow } from '#db/physical-orders.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { Field, TextArea } from '#lib/ui/field.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'
import { useSaving } from '../use-saving.ts'

/** A few words with the cards; it can be skipped. Saved on leaving the step. */
export function PersonalMessageStep({ row, onBack, onDone }: StepProps & { row: PhysicalOrderRow }) {
  const { load } = usePortal()
  const { feedback, busy, save } = useSaving(row)
  const held = row.snapshot.personal_message ?? ''
  const [message, setMessage] = useState(row.typed.personal_message ?? held)
  return (
    <LoadingOverlay busy={busy}>
      <StepFrame
        title="Would you like to include a personal message?"
        messages={feedback.state === 'error' ? feedback.messages : []}
        onBack={onBack}
        next={{
          label: message.trim() === '' && held === '' ? 'SKIP' : 'SAVE AND CONTINUE',
          busy,
          onNext: () =>
            message.trim() === held ? onDone() : save({ personal_message: message.trim() }, onDone),
        }}
      >
        <Field label="Personal message" optional hint={`${500 - message.length} characters left`}>
          {(field) => (
            <TextArea
              {...field}
              name="personal_message"
              rows={5}
              maxLength={textFields.personal_message.maxLength}
              value={message}
              onChange={(event) => {
                setMessage(event.target.value)
                void load().then(({ db }) =>
                  keepPhysicalTyped(db, row.orderId, { personal_message: event.target.value }),
                )
              }}
            />
          )}
        </Field>
      </StepFrame>
    </LoadingOverlay>
  )
}
