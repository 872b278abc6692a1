import { t } from '#contract/language.ts'
import { Box, Text } from '#lib/ui/box.ts'
import { useState } from 'react'
import { type LocalTime, localTime, openState } from '#contract/local-time.ts'
import { type ServedMenu, servedText, slotsWhileServed } from '#contract/rules/menu-hours.ts'
import type { SlotDay } from '#contract/schemas/ticket-order.ts'
import type { TicketView } from '#lib/sync/ticket-view-types.ts'
import { Field, Select } from '#lib/ui/field.tsx'
import { useLocationCopy } from '#lib/query/location.ts'
import { useNow } from '#lib/time/use-now.ts'
import { dayText } from '#lib/time/day-text.ts'
import { hourText } from '#lib/time/open-text.ts'
import { zoneName } from '#lib/time/zone-label.ts'
import { useOrderPause } from '#shared/order-pause/use-order-pause.ts'
import { findEarliest, findSlots, isFree, withOwnSlot } from '../own-slot.ts'
import { refreshAfterRefusal } from '../requests.ts'
import { useBackLater } from '../use-back-later.ts'
import { useSaveStep } from '../use-save-step.ts'
import { StepFrame, type StepProps } from '#shared/forms/step-frame.tsx'

/** The restaurant's clock: today's date there, and `New York time` for a guest in another time zone. */
function useRestaurantDay(): { today?: string; zone?: string | undefined } {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  return zone === undefined || now === undefined
    ? {}
    : { today: localTime(now, zone).date, zone: zoneName(zone, now) }
}

/** A day and a time, out of those the kitchen can still make (specification §5: both must be chosen; only enabled slots are listed). */
export function TimeStep({
  view,
  days: offered,
  menus,
  onBack,
  onDone,
}: StepProps & { view: TicketView; days: readonly SlotDay[]; menus: readonly ServedMenu[] }) {
  const { today, zone } = useRestaurantDay()
  const isPaused = useOrderPause() !== undefined
  const whole = withOwnSlot(offered, view.snapshot)
  const served = slotsWhileServed(whole, menus)
  const back = useBackLater(view, served)
  const { days } = back
  // Times are offered, but none at which all of the order's dishes are served.
  const isNever = whole.length > 0 && days.length === 0
  // The earliest until the diner picks one: what most people want.
  const [pickedDate, setPickedDate] = useState(view.readyDate)
  const [pickedTime, setPickedTime] = useState(view.readyTime)
  // The day is no longer offered: it is over, or all of the dishes are available only from tomorrow.
  const isDayGone =
    days.length > 0 && pickedDate !== undefined && !days.some((day) => day.date === pickedDate)
  const earliest = (findEarliest(days) ?? days[0])?.date ?? ''
  const date = isDayGone ? earliest : (pickedDate ?? earliest)
  const { save, saving, messages } = useSaveStep(view.draftId, onDone, (services) =>
    refreshAfterRefusal(services, view),
  )
  const all = findSlots(days, date)
  const slots = all.filter((slot) => slot.enable)
  const time = (isDayGone ? undefined : pickedTime) ?? slots[0]?.value ?? ''
  const chosen = isFree(days, date, time)
  // The slot was taken by somebody else, or passed, since it was chosen.
  const isGone = time !== '' && !chosen && (date === view.readyDate || messages.length > 0)
  // Everybody else can still have the time: it is the dishes that are not available at it, and that is said below.
  const isSoldOutThen = back.names.length > 0 && isFree(served, pickedDate ?? date, pickedTime)
  const gone = isSoldOutThen ? undefined : isGone ? time : isDayGone ? pickedTime : undefined
  const onDate = (day: string): void => {
    setPickedDate(day)
    // Falls back to that day's earliest, if it does not have the picked time.
    if (!isFree(days, day, time)) setPickedTime(undefined)
  }
  const next =
    days.length === 0
      ? { label: t('CONTINUE'), disabled: isNever, onNext: onDone }
      : {
          label: t('CONTINUE'),
          disabled: !chosen,
          busy: saving,
          onNext: () => {
            // From here on the time is the diner's choice and is never replaced silently.
            setPickedDate(date)
            setPickedTime(time)
            save({ kind: 'ticket.update', body: { ready_date_v2: date, ready_time_v2: time } })
          },
        }
  return (
    <StepFrame
      title={view.useDelivery ? t('When should it arrive?') : t('When should it be ready?')}
      messages={messages}
      onBack={onBack}
      next={next}
    >
      {gone !== undefined && (
        <Text role="status">
          <s>
            {/* Names the day, because the same hour may exist on the offered days. */}
            {isDayGone && `${dayText(pickedDate, today)}, `}
            {all.find((slot) => slot.value === gone)?.display ?? gone}
          </s>{' '}
          {t('is no longer available. Please choose another time.')}
        </Text>
      )}
      <ServedHours menus={menus} isTodayOver={earliest !== today} />
      {back.names.length > 0 && days.length > 0 && (
        <Text color="muted">{t`Sold out today: ${back.names.join(', ')}. You can have it at these times.`}</Text>
      )}
      {isNever ? (
        <Text role="alert">
          {t('Your dishes are not all available at the same time. Please go back and remove some.')}
        </Text>
      ) : days.length === 0 ? (
        !isPaused && <Text>{t('The kitchen starts as soon as you order.')}</Text>
      ) : (
        <Box display="grid" gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <Field label={t('Date')}>
            {(props) => (
              <Select {...props} value={date} onChange={(event) => onDate(event.target.value)}>
                {days.map((day) => (
                  <option key={day.date} value={day.date}>
                    {dayText(day.date, today)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('Time')} {...(zone && { hint: zone })}>
            {(props) => (
              <Select
                {...props}
                value={chosen ? time : ''}
                onChange={(event) => setPickedTime(event.target.value)}
              >
                <option value="" disabled>
                  {t('Choose a time')}
                </option>
                {slots.map((slot) => (
                  <option key={slot.value} value={slot.value}>
                    {slot.display}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </Box>
      )}
    </StepFrame>
  )
}

/**
 * When the order's menus that are closed now are served, and until when the others are if nothing is possible today anymore (an order takes time): explains why
 * the first time is a later one.
 */
function ServedHours({ menus, isTodayOver }: { menus: readonly ServedMenu[]; isTodayOver: boolean }) {
  const zone = useLocationCopy()?.location.time_zone
  const now = useNow()
  if (zone === undefined || now === undefined) return null
  const at = localTime(now, zone)
  const words = menus.flatMap((menu) => {
    const text = servedText(menu, at) ?? (isTodayOver ? untilText(menu, at) : undefined)
    return text === undefined ? [] : [`${menu.name}: ${text}.`]
  })
  return words.length === 0 ? null : <Text color="muted">{words.join(' ')}</Text>
}

function untilText({ served }: ServedMenu, at: LocalTime): string | undefined {
  const state = served && openState(served, at)
  return state?.open && state.until !== undefined ? t`Served until ${hourText(state.until)}` : undefined
}
