import { textFields } from '#contract/rules/fields.ts'
import { useState } from 'react'
import { Field, TextArea } from '#lib/ui/field.tsx'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { StepFrame } from '#shared/forms/step-frame.tsx'
import { type StepProps, useStep } from '../use-step.ts'

/** A few words with the card. Optional: with none, and none before, nothing is sent. */
export function MessageStep(props: StepProps) {
  const { row } = props
  const { save, saving, messages, back, goOn, keep } = useStep(props)
  const held = row.snapshot.personal_message ?? ''
  const [message, setMessage] = useState(row.typed.personal_message ?? held)
  return (
    <LoadingOverlay busy={saving}>
      <StepFrame
        title="Would you like to include a personal message?"
        messages={messages}
        onBack={back}
        next={{
          label: 'CONTINUE',
          busy: saving,
          onNext: () =>
            message.trim() === held ? goOn() : save({ personal_message: message.trim() }, 'next'),
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
                keep({ personal_message: event.target.value })
              }}
            />
          )}
        </Field>
      </StepFrame>
    </LoadingOverlay>
  )
}
