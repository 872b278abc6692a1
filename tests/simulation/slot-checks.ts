import { isDone } from './line-checks.ts'
import { ordersPerSlot } from './offers.ts'
import type { Seen } from './seen.ts'

/** I1, I2, I4, I7 for orders of a later time: a slot has as many orders as hold it, an order keeps the time that was accepted last, and reaches the kitchen by then. */
export function slots(seen: Seen): string[] {
  return [...counts(seen), ...lastTime(seen), ...inTheKitchen(seen)]
}

function counts({ facts, stage }: Seen): string[] {
  const tickets = [...facts.tickets.values()]
  const names = new Set([...facts.slotCounts.keys(), ...tickets.flatMap(({ heldSlot }) => heldSlot ?? [])])
  return [
    ...[...names].flatMap((slot) => {
      const holding = tickets.filter(({ heldSlot }) => heldSlot === slot).length
      const taken = facts.slotCounts.get(slot) ?? 0
      return [
        ...(taken === holding ? [] : [`I1: slot ${slot} counts ${taken} orders, and ${holding} hold it`]),
        ...(holding > ordersPerSlot
          ? [`I2: slot ${slot} is for ${ordersPerSlot}, and ${holding} hold it`]
          : []),
      ]
    }),
    ...tickets.flatMap(({ id, slot, heldSlot, placedCents, status }) => {
      const isPlaced = placedCents !== undefined && status !== 'Cancelled'
      return [
        ...(isPlaced && slot !== heldSlot
          ? [`I2: ${id} is placed for ${slot ?? 'now'}, and holds ${heldSlot ?? 'no slot'}`]
          : []),
        ...(status === 'Cancelled' && heldSlot !== undefined
          ? [`I7: ${id} is canceled, and holds ${heldSlot}`]
          : []),
        ...(stage.book.isLeft && !isPlaced && heldSlot !== undefined
          ? [`I7: ${id} is nobody's any more, and holds ${heldSlot}`]
          : []),
      ]
    }),
  ]
}

/** I4: an order is for the time that was accepted last. Of two calls at the same time, either may have been the last. */
function lastTime({ facts, world }: Seen): string[] {
  const changes = world.calls.flatMap((call) => {
    const id = /ticketorder\/([^/?]+)$/.exec(call.path)?.[1]
    if (id === undefined || call.method !== 'PUT' || !call.body?.includes('"ready_date_v2"')) return []
    const done = call.answers.find((answer) => !answer.replayed && isDone({ answers: [answer] }))
    const { ready_date_v2: date, ready_time_v2: time } = JSON.parse(call.body) as Record<string, string>
    return done ? [{ id, slot: `${date} ${time}`, sent: call.order, answered: done.order }] : []
  })
  return [...facts.tickets.values()].flatMap(({ id, slot }) => {
    const all = changes.filter((one) => one.id === id)
    const last = all.filter((one) => !all.some((other) => other.sent > one.answered))
    if (all.length === 0 ? slot === undefined : last.some((one) => one.slot === slot)) return []
    return [`I4: ${id} was put off to ${last.at(-1)?.slot ?? 'no time'}, and is for ${slot ?? 'now'}`]
  })
}

/** How long (ms) before its time an order reaches the kitchen at the latest, and at the earliest: its lead, and a little more. */
const leadMs = 30 * 60_000
const earlyMs = leadMs + 15 * 60_000

/** An order that the staff did not move waits until its time, and is in the kitchen by then. */
function inTheKitchen({ facts, stage, world }: Seen): string[] {
  const { nowMs } = world.scheduler
  return [...facts.tickets.values()].flatMap(({ id, slotAtMs, status, placedCents }) => {
    // A server whose clock was ahead has handed orders over early.
    if (
      world.clockJumped ||
      placedCents === undefined ||
      stage.book.moved.has(id) ||
      !['Queued', 'Submitted'].includes(status)
    )
      return []
    if (slotAtMs === undefined)
      return status === 'Submitted' ? [] : [`I3: ${id} is for now, and the kitchen does not have it`]
    if (status === 'Queued' && slotAtMs - leadMs < nowMs - 5 * 60_000)
      return [`I3: ${id} is late: the kitchen does not have it`]
    return status === 'Submitted' && slotAtMs - earlyMs > nowMs
      ? [`I3: ${id} is for much later, and the kitchen has it already`]
      : []
  })
}
