import { useState } from 'react'
import type { TicketSettings } from '#contract/schemas/ticket-order.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { useSaveStep } from '../use-save-step.ts'
import type { Usual } from '../use-usual.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

type Way = 'delivery' | 'curbside'

/** Delivery or curbside: one of them, and only what the restaurant offers. It begins with what the order says, else with the only way there is, else with the last time's. */
export function DeliveryStep({
  view,
  settings,
  usual,
  onBack,
  onDone,
}: StepProps & { view: TicketView; settings: TicketSettings; usual: Usual }) {
  const [picked, setWay] = useState<Way | undefined>(
    view.useDelivery ? 'delivery' : view.useCurbside ? 'curbside' : undefined,
  )
  const { save, saving, messages } = useSaveStep(view.draftId, onDone)
  const charge =
    settings.delivery_charge === '$0.00' ? 'To your door' : `To your door, ${settings.delivery_charge}`
  const choices = [
    ...(settings.show_delivery_option
      ? [{ value: 'delivery' as const, label: 'Delivery', note: charge }]
      : []),
    ...(settings.show_curbside_option
      ? [{ value: 'curbside' as const, label: 'Curbside pickup', note: 'We bring it out to your car' }]
      : []),
  ]
  const offered = choices.map(({ value }) => value)
  const way = picked ?? (offered.length === 1 ? offered[0] : offered.find((one) => one === usual.way))
  return (
    <StepFrame
      title="How would you like it?"
      messages={messages}
      onBack={onBack}
      next={{
        label: 'CONTINUE',
        disabled: way === undefined,
        busy: saving,
        onNext: () =>
          save({
            kind: 'ticket.update',
            body: { use_delivery: way === 'delivery', use_curbside: way === 'curbside' },
          }),
      }}
    >
      <ChoiceCards
        legend="Delivery or curbside"
        name="way"
        choices={choices}
        value={way}
        onChange={setWay}
        columns={2}
      />
    </StepFrame>
  )
}
