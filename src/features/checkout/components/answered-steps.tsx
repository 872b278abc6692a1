import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { localTime } from '#contract/local-time.ts'
import { formatPhone } from '#contract/rules/phone.ts'
import type { CheckoutStep } from '#contract/rules/ticket.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import type { Recipient, TicketView } from '#lib/sync/ticket-view-types.ts'
import { dayText } from '#lib/time/day-text.ts'
import { useOrderPause } from '#shared/order-pause/use-order-pause.ts'
import { useNow } from '#lib/time/use-now.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'
import { TipLine } from './tip-line.tsx'
import { hasPickup, slotDaysOf } from '../answers.ts'
import { AnswerLine, AnswerRow, AnswerRows } from '#shared/forms/answer-rows.tsx'

type AnsweredStepsProps = {
  view: TicketView
  /** The steps before the one being asked. */
  steps: readonly CheckoutStep[]
  /** Left out if money is on the order: its answers can no longer change. */
  onChange?: ((step: CheckoutStep) => void) | undefined
}

/** The answers given so far, or already known: one line a step, each of which can be changed. */
export function AnsweredSteps({ view, steps, onChange }: AnsweredStepsProps) {
  const now = useNow()
  const zone = useLocationCopy()?.location.time_zone
  const day =
    now === undefined || zone === undefined
      ? undefined
      : { today: localTime(now, zone).date, label: zoneLabel(zone, now) }
  const isPaused = useOrderPause() !== undefined
  // If the restaurant lets nobody choose a time, it is still known, and shown with the way.
  const isTimeAsked = view.snapshot?.settings.show_order_ahead_option === true
  const shownSteps = isTimeAsked || isPaused ? steps : steps.flatMap(withTime)
  const lines = shownSteps.flatMap((step) => {
    const line = step === 'time' && !isTimeAsked ? soonest() : lineOf[step]?.(view, day)
    return line && (onChange || line.text) ? [{ step, ...line }] : []
  })
  if (lines.length === 0) return null
  return (
    <AnswerRows>
      {lines.map(({ step, name, text, add }) =>
        onChange && step === 'tip' ? (
          <AnswerLine key={step}>
            <TipLine view={view} onOther={() => onChange('tip')} />
          </AnswerLine>
        ) : (
          <AnswerRow
            key={step}
            name={name}
            text={text}
            add={add}
            live={step === 'time'}
            onChange={onChange && (step !== 'time' || isTimeAsked) ? () => onChange(step) : undefined}
          />
        ),
      )}
    </AnswerRows>
  )
}

/** Today's date at the restaurant, and what to add to its times for a guest in another time zone. */
type RestaurantDay = { today: string; label: string }

type Line = { name: string; text: string | undefined; add?: string }

const withTime = (step: CheckoutStep): CheckoutStep[] => (step === 'delivery' ? [step, 'time'] : [step])

const soonest = (): Line => ({ name: t('Time'), text: t('As soon as it is ready') })

const lineOf: Partial<Record<CheckoutStep, (view: TicketView, day: RestaurantDay | undefined) => Line>> = {
  delivery: ({ useDelivery, useCurbside, snapshot }) => ({
    name: t('Order type'),
    text: useDelivery
      ? t('Delivery')
      : useCurbside
        ? t('Curbside pickup')
        : snapshot && hasPickup(snapshot.settings)
          ? t('Pickup')
          : undefined,
  }),
  time: (view, day) => ({ name: t('Time'), text: timeTextOf(view, day) }),
  information: ({ recipient, useDelivery }) => {
    const {
      recipient_first_name: first = '',
      recipient_last_name: last = '',
      recipient_phone: phone = '',
    } = recipient
    const name = `${first} ${last}`.trim()
    const where = useDelivery ? addressOf(recipient) : [formatPhone(phone)]
    return { name: t('Contact'), text: name ? [name, ...where].filter(Boolean).join(', ') : undefined }
  },
  promo: ({ promoCode }) => ({
    name: t('Promo code'),
    text: promoCode || undefined,
    add: t('Add a promo code'),
  }),
  tip: ({ tipWord, tipCents }) => ({
    name: t('Tip'),
    text: tipCents > 0 ? formatCents(tipCents) : tipWord === 'none' ? t('No tip') : undefined,
  }),
}

/** The street, and the town with its zip code, so that the wrong one of two addresses is noticed before paying. */
const addressOf = (to: Recipient): (string | undefined)[] => [
  to.recipient_address,
  [to.recipient_city, to.recipient_zip].filter(Boolean).join(' '),
]

function timeTextOf(
  { snapshot, readyDate, readyTime }: TicketView,
  { today, label }: Partial<RestaurantDay> = {},
): string | undefined {
  const days = slotDaysOf(snapshot)
  if (days.length === 0) return t('As soon as it is ready')
  const day = days.find(({ date }) => date === readyDate)
  const slot = day?.available_time_slots.find(({ value }) => value === readyTime)
  return day && slot ? `${dayText(day.date, today)}, ${slot.display}${label ?? ''}` : undefined
}
