import { t } from '#contract/language.ts'
import { useState } from 'react'
import { hasPickup, listWays, wayOf } from '../answers.ts'
import type { TicketSettings } from '#contract/schemas/ticket-order.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { ChoiceCards } from '#lib/ui/choice-cards.tsx'
import { useSaveStep } from '../use-save-step.ts'
import type { Habits, Fulfillment } from '../habits.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

/** Delivery, curbside or picked up inside: one of them, and only what the restaurant offers. It begins with what the order says, else with the only way there is, else with the last time's. */
export function DeliveryStep({
  view,
  settings,
  usual,
  onBack,
  onDone,
}: StepProps & { view: TicketView; settings: TicketSettings; usual: Habits }) {
  const [chosen, setWay] = useState<Fulfillment | undefined>(() => chosenWay(view, settings))
  const { save, saving, messages } = useSaveStep(view.draftId, onDone)
  const charge =
    settings.delivery_charge === '$0.00' ? t('To your door') : t`To your door, ${settings.delivery_charge}`
  const choices = [
    ...(settings.show_delivery_option
      ? [
          {
            value: 'delivery' as const,
            label: t('Delivery'),
            note: <Delivering charge={charge} settings={settings} />,
          },
        ]
      : []),
    ...(settings.show_curbside_option
      ? [{ value: 'curbside' as const, label: t('Curbside pickup'), note: t('We bring it out to your car') }]
      : []),
    ...(hasPickup(settings)
      ? [{ value: 'pickup' as const, label: t('Pickup'), note: t('Come in and pick it up') }]
      : []),
  ]
  const offered = listWays(settings)
  // What the restaurant stopped offering is not on the screen, and no answer.
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
        legend={t('Delivery or pickup')}
        name="way"
        choices={choices}
        value={way}
        onChange={setWay}
        columns={2}
      />
    </StepFrame>
  )
}

/** How many zip codes are read at a glance. */
const maxShownZips = 8

/** What a delivery costs, and where it can go. */
function Delivering({
  charge,
  settings: { delivery_zips: zips },
}: {
  charge: string
  settings: TicketSettings
}) {
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

/** What was said already: an order that is neither delivered nor brought to a car is picked up once more than that is known of it. */
function chosenWay(view: TicketView, settings: TicketSettings): Fulfillment | undefined {
  if (view.useDelivery || view.useCurbside) return wayOf(view)
  const isPastThis = view.readyTime !== undefined || (view.snapshot?.recipient_first_name ?? '') !== ''
  return isPastThis && hasPickup(settings) ? 'pickup' : undefined
}
