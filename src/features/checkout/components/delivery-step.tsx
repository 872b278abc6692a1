import { t } from '#contract/language.ts'
import { useState } from 'react'
import { hasPickup, listWays, wayOf } from '../answers.ts'
import type { TicketSettings } from '#contract/schemas/ticket-order.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { useSaveStep } from '../use-save-step.ts'
import type { Habits, Fulfillment } from '../habits.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

/**
 * Delivery, curbside or pickup inside: one of those that the restaurant offers. Starts with what the order says, else with the only way offered, else with the
 * way of the last order.
 */
export function DeliveryStep({
  view,
  settings,
  usual,
  onBack,
  onDone,
}: StepProps & { view: TicketView; settings: TicketSettings; usual: Habits }) {
  const [chosen, setWay] = useState<Fulfillment | undefined>(() => chosenWay(view, settings))
  const { save, saving, messages } = useSaveStep(view.draftId, onDone)
  const offered = listWays(settings)
  // A way that is no longer offered is not on the screen, so it cannot be the answer.
  const picked = offered.find((one) => one === chosen)
  const way = picked ?? (offered.length === 1 ? offered[0] : offered.find((one) => one === usual.way))
  return (
    <StepFrame
      title={t('How would you like it?')}
      messages={messages}
      onBack={onBack}
      next={{
        label: t('CONTINUE'),
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
        legend={legendOf(offered)}
        name="way"
        choices={offered.map((one) => choiceOf(one, settings))}
        value={way}
        onChange={setWay}
        columns={2}
      />
    </StepFrame>
  )
}

function choiceOf(value: Fulfillment, settings: TicketSettings) {
  switch (value) {
    case 'delivery':
      return { value, label: t('Delivery'), note: <Delivering settings={settings} /> }
    case 'curbside':
      return { value, label: t('Curbside pickup'), note: t('We bring it out to your car') }
    case 'pickup':
      return { value, label: t('Pickup'), note: t('Come in and pick it up') }
  }
}

/** What is asked, as a screen reader reads it before the choices: only what the restaurant offers. */
function legendOf(ways: readonly Fulfillment[]): string {
  if (!ways.includes('delivery')) return t('Pickup')
  return ways.length === 1 ? t('Delivery') : t('Delivery or pickup')
}

/** How many zip codes can be read at a glance. */
const maxShownZips = 8

/** The delivery charge, and where the restaurant delivers. */
function Delivering({ settings }: { settings: TicketSettings }) {
  const { delivery_charge: cost, delivery_zips: zips } = settings
  const charge = cost === '$0.00' ? t('To your door') : t`To your door, ${cost}`
  if (!zips || zips.length === 0) return charge
  const first = zips.slice(0, zips.length > maxShownZips ? maxShownZips - 2 : maxShownZips)
  const rest = zips.length - first.length
  return (
    <>
      {charge}
      <br />
      {rest === 0
        ? t`Delivers to ${first.join(', ')}`
        : t`Delivers to ${first.join(', ')} and ${rest} more zip codes`}
    </>
  )
}

/** The way already chosen. An order that is neither delivery nor curbside counts as pickup only once a later answer is known. */
function chosenWay(view: TicketView, settings: TicketSettings): Fulfillment | undefined {
  if (view.useDelivery || view.useCurbside) return wayOf(view)
  const isPastThis = view.readyTime !== undefined || (view.snapshot?.recipient_first_name ?? '') !== ''
  return isPastThis && hasPickup(settings) ? 'pickup' : undefined
}
