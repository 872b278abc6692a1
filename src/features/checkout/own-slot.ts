import type { SlotDay, TicketOrder } from '#contract/schemas/ticket-order.ts'

/** Whether a time of a day can be chosen. */
export const isFree = (days: readonly SlotDay[], date: string, time: string | undefined): boolean =>
  findSlots(days, date).some((slot) => slot.enable && slot.value === time)

/** The times of a day, free or not. */
export const findSlots = (days: readonly SlotDay[], date: string): SlotDay['available_time_slots'] =>
  days.find((one) => one.date === date)?.available_time_slots ?? []

/** The first day and time that can be chosen. */
export function findEarliest(days: readonly SlotDay[]): { date: string; time: string } | undefined {
  for (const { date, available_time_slots: slots } of days) {
    const slot = slots.find(({ enable }) => enable)
    if (slot) return { date, time: slot.value }
  }
  return undefined
}

type Held = Pick<
  TicketOrder,
  'ready_time_held' | 'ready_date' | 'ready_date_display' | 'ready_time' | 'ready_time_display'
>

/**
 * The days and times to choose from, including the slot that the kitchen holds for this very order: if the guest has a slot's last place, they have made it
 * full themselves, and its day may be gone from the list. Takes and returns the days in order.
 */
export function withOwnSlot(days: readonly SlotDay[], held: Held | undefined): readonly SlotDay[] {
  const { ready_date: date, ready_time: value } = held ?? {}
  if (held?.ready_time_held !== true || date === undefined || value === undefined) return days
  const own = { enable: true, display: held.ready_time_display ?? value, value }
  const day = days.find((one) => one.date === date)
  if (!day)
    return [
      ...days,
      { date, date_to_show: held.ready_date_display ?? date, available_time_slots: [own] },
    ].sort((one, other) => (one.date < other.date ? -1 : 1))
  const slots = day.available_time_slots
  const known = slots.some((slot) => slot.value === value)
  const available_time_slots = known
    ? slots.map((slot) => (slot.value === value ? { ...slot, enable: true } : slot))
    : [...slots, own]
  return days.map((one) => (one === day ? { ...day, available_time_slots } : one))
}
