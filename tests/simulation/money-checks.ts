import { giftTaps } from './money-acts.ts'
import type { Seen } from './seen.ts'
import type { Facts, TicketFacts } from './facts.ts'

/** Checks that the restaurant's, the provider's and the guest's records of money agree. */

const isPlaced = ({ placedCents, status }: TicketFacts): boolean =>
  placedCents !== undefined && status !== 'Cancelled'

/** I2, I5, I7 for money: everybody who paid has what they paid for, at the price they saw when they tapped, once. */
export function money({ facts, stage, world }: Seen): string[] {
  const broken: string[] = []
  const { bank } = world
  const byPayable = new Map<string, Facts['charges']>()
  for (const charge of facts.charges)
    byPayable.set(charge.payableId, [...(byPayable.get(charge.payableId) ?? []), charge])
  for (const [id, charges] of byPayable) {
    const tapped = stage.book.payTaps.filter((tap) => tap.serverId === id).map(({ cents }) => cents)
    for (const { cents } of charges)
      if (!tapped.includes(cents))
        broken.push(
          `I5: ${cents} cents were charged for ${id}, and ${tapped.join(', ') || 'nothing'} was on the screen`,
        )
    const kept = charges.filter(
      ({ intentId, cents, refundedCents }) => refundedCents + bank.takenOf(intentId) < cents,
    )
    if (kept.length > 1) broken.push(`I2: ${id} was charged ${kept.length} times`)
    const ticket = facts.tickets.get(id)
    const isGiven = ticket ? isPlaced(ticket) : facts.cardOrders.get(id)?.status === 'Submitted'
    if (kept.length > 0 && !isGiven)
      broken.push(
        `I7: ${id} is paid for (${kept[0]!.cents} cents) and is ${ticket?.status ?? facts.cardOrders.get(id)?.status}`,
      )
    const keptCents = charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
    const parts = ticket
      ? facts.refundParts.filter((part) => part.ticketId === id && part.type === 'credit_card')
      : (facts.cardOrders.get(id)?.refunds ?? [])
    const backCents = parts
      .filter((part) => part.isDone && !part.isByBank)
      .reduce((sum, { cents }) => sum + cents, 0)
    const paidCents = ticket ? ticket.chargedCents : (facts.cardOrders.get(id)?.paidCents ?? 0)
    const bookedCents = paidCents - backCents
    if (keptCents !== bookedCents)
      broken.push(`I1: the provider took ${keptCents} cents for ${id}, and the books say ${bookedCents}`)
  }
  for (const ticket of facts.tickets.values()) {
    const { id, status, placedCents, giftCents, cardCents, reward } = ticket
    if (placedCents !== undefined && status !== 'Cancelled' && giftCents + cardCents !== placedCents)
      broken.push(`I1: order ${id} came to ${placedCents} cents, and ${giftCents + cardCents} were paid`)
    if (status === 'Cancelled' && giftCents + cardCents > 0)
      broken.push(`I7: order ${id} is cancelled, and ${giftCents + cardCents} cents were not given back`)
    if (stage.book.isLeft && !isPlaced(ticket) && (giftCents > 0 || reward !== undefined))
      broken.push(
        `I7: order ${id} is nobody's any more, and keeps ${giftCents} cents of gift cards, or a reward`,
      )
    if (status === 'PaymentComplete' && cardCents > 0)
      broken.push(`I7: order ${id} is paid for and was not placed`)
  }
  for (const order of facts.cardOrders.values()) {
    const { id, status, paidCents, givenCents, discountCents, discountBackCents, refunds } = order
    const backCents = refunds.reduce((sum, { cents }) => sum + cents, 0)
    const soldCents = paidCents - backCents + discountCents - discountBackCents
    if ((status === 'Submitted' && !order.isPassedOn) !== paidCents > 0 || soldCents !== givenCents)
      broken.push(
        `I1: card order ${id} is ${status}: ${paidCents} cents were paid, ${backCents} went back, ${givenCents} were given for them and ${discountCents} of discount`,
      )
    if (order.isReload && order.loadedCards.some((card) => card !== order.cardId))
      broken.push(`I1: ${id} was for card ${order.cardId}, and the money is on ${order.loadedCards.join()}`)
  }
  return [...broken, ...giftTakings({ facts, stage })]
}

/** I2, I5: a gift card pays once for each tap, and no more than the screen showed. */
function giftTakings({ facts, stage }: Pick<Seen, 'facts' | 'stage'>): string[] {
  return [...facts.tickets.values()].flatMap(({ id, giftTakingsCents }) => {
    const tapped = stage.book.payTaps.filter(
      ({ serverId, what }) => serverId === id && giftTaps.includes(what),
    )
    const maxCents = Math.max(0, ...tapped.map(({ cents }) => cents))
    return [
      ...(giftTakingsCents.length > tapped.length
        ? [
            `I2: gift cards paid ${giftTakingsCents.length} times for ${id}, and ${tapped.length} taps asked for it`,
          ]
        : []),
      ...giftTakingsCents
        .filter((cents) => cents > maxCents)
        .map((cents) => `I5: a gift card gave ${cents} cents for ${id}, and ${maxCents} was on the screen`),
    ]
  })
}

/** I1, I2 for rewards: a reward is used once, for the order that was placed with it, and only where somebody asked for it. */
export function rewards({ facts, stage }: Seen): string[] {
  const ofTickets = [...facts.tickets.values()].flatMap((ticket) => {
    const { id, reward, status } = ticket
    // Whose account was deleted has no rewards any more.
    if (reward === undefined || status === 'Cancelled' || ticket.userId === undefined) return []
    // It went back with the last of the order's money, and may be on another order by now.
    if (ticket.refunds.some(({ rewardBack }) => rewardBack)) return []
    const kept = facts.rewards.find((one) => one.id === reward)
    const isAsked = stage.book.payTaps.some(
      ({ serverId, what }) => serverId === id && what === 'use a reward',
    )
    return [
      ...(isAsked ? [] : [`I2: nobody asked for the reward on ${id}`]),
      ...(kept?.ticketId === id
        ? []
        : [`I1: order ${id} has a reward that is kept for ${kept?.ticketId ?? 'nothing'}`]),
      ...(isPlaced(ticket) && kept?.isUsed === false
        ? [`I1: order ${id} is placed, and its reward is not used`]
        : []),
    ]
  })
  const ofMembers = facts.rewards.flatMap(({ id, ticketId, isUsed }) => {
    const ticket = ticketId === undefined ? undefined : facts.tickets.get(ticketId)
    return [
      ...(isUsed && !(ticket && isPlaced(ticket)) ? [`I7: reward ${id} is used, and no order has it`] : []),
      ...(ticket && ticket.reward !== id
        ? [`I7: reward ${id} is kept for ${ticketId}, which does not have it`]
        : []),
    ]
  })
  return [...ofTickets, ...ofMembers]
}
