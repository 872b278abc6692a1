import { centsOfMarker } from './dishes.ts'
import { discountOf } from './offers.ts'
import type { Seen } from './seen.ts'
import type { TicketFacts } from './facts.ts'
import { rules } from './tab.ts'

/** I5 for what an order comes to: its dishes, code, reward, tax, delivery and tip, computed here without the product's own rules. */

/** 8.875 % in hundred-thousandths. */
const taxRate = Math.round(Number(rules.tax_rate) * 100_000)

/** The price of an order's dishes before anything is taken off (cents). */
const dishesOf = ({ lines }: TicketFacts): number =>
  [...lines.values()].reduce((sum, marker) => sum + centsOfMarker(marker), 0)

/** What its dishes cost after its code and its reward (cents): what is taxed, and what earns points. */
function soldOf(ticket: TicketFacts): number {
  const dishesCents = dishesOf(ticket)
  return dishesCents - Math.min(dishesCents, discountOf(ticket.promoCode, dishesCents) + ticket.rewardCents)
}

/** What an order comes to. */
export function facePrice(ticket: TicketFacts): number {
  const taxedCents = soldOf(ticket)
  const taxCents = Math.floor((2 * taxedCents * taxRate + 100_000) / 200_000)
  return taxedCents + taxCents + (ticket.useDelivery ? rules.delivery_charge : 0) + ticket.tipCents
}

/** I1 for points: a member has one for each whole dollar that their order's dishes came to and that was not refunded; at most that where a bank took some. */
export const points = ({ facts, world }: Seen): string[] =>
  [...facts.tickets.values()].flatMap((ticket) => {
    const { id, placedCents, status, userId, points: earned, refunds } = ticket
    const isKept = placedCents !== undefined && status !== 'Cancelled' && userId !== undefined
    const backCents = refunds.reduce((sum, { earnedCents }) => sum + earnedCents, 0)
    const right = isKept ? Math.floor((soldOf(ticket) - backCents) / 100) : 0
    const isTaken = facts.charges.some(
      ({ payableId, intentId }) => payableId === id && world.bank.takenOf(intentId) > 0,
    )
    if (isTaken && earned >= 0 && earned <= right) return []
    return earned === right ? [] : [`I1: order ${id} has ${earned} points, and ${right} are right`]
  })

export function prices({ facts, world }: Seen): string[] {
  return [...facts.tickets.values()].flatMap((ticket) => {
    const { id, placedCents, status, promoCode } = ticket
    // A canceled order has lost its reward.
    if (placedCents === undefined || status === 'Cancelled') return []
    const cents = facePrice(ticket)
    if (discountOf(promoCode, dishesOf(ticket)) > 0) world.count(`placed: with ${promoCode}`)
    if (ticket.slot !== undefined) world.count('placed: for later')
    return cents === placedCents
      ? []
      : [`I5: order ${id} was placed at ${placedCents} cents, and comes to ${cents}`]
  })
}
