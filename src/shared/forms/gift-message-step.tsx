import { t } from '#contract/language.ts'
import { useState } from 'react'
import { LoadingOverlay } from '#lib/ui/loading-overlay.tsx'
import { GiftMessageField } from './gift-message-field.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

type GiftMessageStepProps = StepProps & {
  /** The message on the order; '' for none. */
  saved: string
  /** What was typed on this device but not saved. */
  typed: string | undefined
  /** The button's label. `empty`: there is no message, and was none. */
  label: (state: { empty: boolean }) => string
  messages: readonly string[]
  header?: string | undefined
  busy: boolean
  /** Stores on the device what is being typed. */
  onType: (message: string) => void
  /** Saves the changed message with the order, and continues. */
  onSave: (message: string) => void
}

/** The step for a gift card's message. Optional: an unchanged message is not sent. */
export function GiftMessageStep(props: GiftMessageStepProps) {
  const { saved, typed, label, messages, header, busy, onBack, onDone, onType, onSave } = props
  const [message, setMessage] = useState(typed ?? saved)
  const next = message.trim()
  return (
    <LoadingOverlay busy={busy}>
      <StepFrame
        title={t('Would you like to include a personal message?')}
        messages={messages}
        header={header}
        onBack={onBack}
        next={{
          label: label({ empty: next === '' && saved === '' }),
          busy,
          onNext: () => (next === saved ? onDone() : onSave(next)),
        }}
      >
        <GiftMessageField
          message={message}
          onType={(typing) => {
            setMessage(typing)
            onType(typing)
          }}
        />
      </StepFrame>
    </LoadingOverlay>
  )
}
