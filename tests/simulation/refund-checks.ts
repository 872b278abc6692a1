import type { Seen } from './seen.ts'
import { facePrice } from './price-checks.ts'

/** I1, I2, I5 for refunds: each tap gives back once what the staff saw, to whoever had paid it, and never more than was paid. */
export function refunds(seen: Seen): string[] {
  return [...oneRefundForEachTap(seen), ...wholeOrders(seen), ...partsOfPayments(seen)]
}

/** Every accepted tap has one refund of its amount, and there is no refund that nobody tapped. */
function oneRefundForEachTap({ facts, stage }: Seen): string[] {
  return [...facts.tickets.values()].flatMap(({ id, refunds: all }) => {
    const taps = stage.book.refundTaps.filter(({ ticketId }) => ticketId === id)
    const left = all.filter(({ reason }) => reason !== 'cancelled').map(({ cents }) => cents)
    const take = (cents: number): boolean => {
      const at = left.indexOf(cents)
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    }
    const missing = taps
      .filter(({ answers }) => answers.some((status) => status < 300))
      .filter(({ cents }) => !take(cents))
      .map(({ cents }) => `I2: a refund of ${cents} cents of ${id} was confirmed, and is not in the books`)
    const seen = taps.filter(({ answers }) => answers.some((status) => status < 300))
    const sameLeft = seen.filter((tap) =>
      seen.some((other) => other !== tap && other.leftCents === tap.leftCents),
    )
    if (sameLeft.length > 0)
      missing.push(`I2: two refunds of ${id} were made that both saw ${sameLeft[0]!.leftCents} cents left`)
    // Of a tap that got no answer nobody knows whether it counts.
    for (const { cents } of taps.filter(({ answers }) => answers.length === 0)) take(cents)
    return [
      ...missing,
      ...left.map((cents) => `I2: ${cents} cents of ${id} were refunded, and no tap asked for it`),
    ]
  })
}

/** What went back, in any number of steps, is not more than the order came to; and all of it once everything was chosen. */
function wholeOrders({ facts }: Seen): string[] {
  return [...facts.tickets.values()].flatMap((ticket) => {
    const { id, placedCents, refunds: all, lines, tipCents } = ticket
    if (placedCents === undefined || all.length === 0) return []
    const backCents = all.reduce((sum, { cents }) => sum + cents, 0)
    const countOf = (index: number): number =>
      all.reduce(
        (sum, one) =>
          sum + one.lines.reduce((of, line) => of + (line.index === index ? line.quantity : 0), 0),
        0,
      )
    const orderedOf = (marker: string): number => Number(marker.split(' ')[0])
    const tooMany = [...lines].filter(([index, marker]) => countOf(index) > orderedOf(marker))
    const tipBackCents = all.reduce((sum, one) => sum + one.tipCents, 0)
    const isAll =
      [...lines].every(([index, marker]) => countOf(index) === orderedOf(marker)) &&
      tipBackCents === tipCents &&
      (!ticket.useDelivery || all.some(({ deliveryCents }) => deliveryCents > 0))
    return [
      ...tooMany.map(([index]) => `I2: more of line ${index} of ${id} was refunded than was ordered`),
      ...(backCents > placedCents
        ? [`I1: order ${id} came to ${placedCents} cents, and ${backCents} went back`]
        : []),
      ...(isAll && backCents !== placedCents
        ? [`I1: all of order ${id} went back, ${backCents} of ${placedCents} cents`]
        : []),
      ...(ticket.status !== 'Cancelled' && isAll && placedCents !== facePrice(ticket)
        ? [`I1: all of order ${id} went back at ${placedCents} cents`]
        : []),
    ]
  })
}

/** Every part is done in the end, and no tender got back more than it had paid. */
function partsOfPayments({ facts }: Seen): string[] {
  return facts.refundParts.flatMap(({ id, ticketId, paymentCents, cents, allCents, isDone }) => [
    ...(isDone ? [] : [`I7: ${cents} cents of ${ticketId} are still owed (part ${id})`]),
    ...(allCents > paymentCents
      ? [`I1: a tender paid ${paymentCents} cents for ${ticketId}, and got ${allCents} back`]
      : []),
  ])
}
