import { t } from '#contract/language.ts'
import { GiftMessageStep } from '#shared/forms/gift-message-step.tsx'
import { type CardOrderStepProps, useStep } from '../use-step.ts'

/** The gift's message, as a step of an order of one card. */
export function MessageStep(props: CardOrderStepProps) {
  const { snapshot, typed } = props.row
  const { save, saving, messages, back, proceed, keep } = useStep(props)
  return (
    <GiftMessageStep
      saved={snapshot.personal_message ?? ''}
      typed={typed.personal_message}
      label={() => t('CONTINUE')}
      messages={messages}
      busy={saving}
      onBack={back}
      onDone={proceed}
      onType={(message) => keep({ personal_message: message })}
      onSave={(message) => save({ personal_message: message }, 'next')}
    />
  )
}
