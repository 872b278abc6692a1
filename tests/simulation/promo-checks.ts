import type { Facts } from './facts.ts'
import { isDone } from './line-checks.ts'
import { discountOf, type Offer, offers } from './offers.ts'
import type { Seen } from './seen.ts'

/** I1, I2, I7 for promo codes: each use is counted once, for an order that has it, and never more often than the restaurant allows. */
export function promoCodes(seen: Seen): string[] {
  const uses = listUses(seen.facts)
  return [
    ...counts(seen.facts, uses),
    ...limits(uses),
    ...held(seen, uses),
    ...lastCode(seen),
    ...unasked(seen),
  ]
}

/** An order, for food or for gift cards, and the code that is counted for it. */
type Use = { id: string; code: string; person: string; isPlaced: boolean; isOver: boolean }

function listUses({ tickets, cardOrders }: Facts): Use[] {
  const one = (
    id: string,
    { heldPromo, person }: { heldPromo: string | undefined; person: string },
    of: { isPlaced: boolean; isOver: boolean },
  ): Use[] => (heldPromo === undefined ? [] : [{ id, code: heldPromo, person, ...of }])
  return [
    ...[...tickets.values()].flatMap((ticket) =>
      one(ticket.id, ticket, {
        isPlaced: ticket.placedCents !== undefined,
        isOver: ticket.status === 'Cancelled',
      }),
    ),
    ...[...cardOrders.values()].flatMap((order) =>
      one(order.id, order, { isPlaced: order.status === 'Submitted', isOver: false }),
    ),
  ]
}

/** The count of each code is the number of orders that hold it, and each of those has a row with its person. */
function counts({ promoCounts, promoUses }: Facts, uses: Use[]): string[] {
  const broken: string[] = []
  for (const code of new Set([...promoCounts.keys(), ...uses.map((use) => use.code)])) {
    const taken = promoCounts.get(code) ?? 0
    const holding = uses.filter((use) => use.code === code).length
    if (taken !== holding) broken.push(`I1: code ${code} counts ${taken} uses, and ${holding} orders hold it`)
  }
  for (const { id, code } of uses)
    if (!promoUses.some((use) => use.orderId === id && use.code === code))
      broken.push(`I1: order ${id} holds the code ${code} in nobody's name`)
  for (const { orderId, code } of promoUses)
    if (!uses.some((use) => use.id === orderId && use.code === code))
      broken.push(`I7: code ${code} is counted for ${orderId}, which does not hold it`)
  return broken
}

/** No code is used more often than it may be, by everybody or by one person. */
function limits(uses: Use[]): string[] {
  return Object.entries<Offer>(offers).flatMap(([code, { uses: most = Infinity, perPerson = Infinity }]) => {
    const of = uses.filter((use) => use.code === code)
    const people = [...new Set(of.map(({ person }) => person))]
    return [
      ...(of.length > most ? [`I2: code ${code} is for ${most} orders, and ${of.length} have it`] : []),
      ...people
        .filter((person) => of.filter((use) => use.person === person).length > perPerson)
        .map((person) => `I2: ${person} has code ${code} more than ${perPerson} times`),
    ]
  })
}

/** An order that was sold for less holds its code; one that is over, or that nobody comes back to, does not. */
function held({ facts, stage }: Seen, uses: Use[]): string[] {
  const sold = [
    ...[...facts.tickets.values()]
      .filter(({ placedCents, status }) => placedCents !== undefined && status !== 'Cancelled')
      .map(({ id, promoCode, promoCents }) => ({ id, promoCode, promoCents })),
    ...[...facts.cardOrders.values()]
      .filter(({ status }) => status === 'Submitted')
      .map(({ id, promoCode, discountCents }) => ({ id, promoCode, promoCents: discountCents })),
  ]
  return [
    ...sold
      .filter(({ promoCents }) => promoCents > 0)
      .filter(({ id, promoCode }) => !uses.some((use) => use.id === id && use.code === promoCode))
      .map(({ id, promoCode }) => `I2: ${id} was sold with ${promoCode}, and nothing counts it`),
    ...uses.filter(({ isOver }) => isOver).map(({ id, code }) => `I7: ${id} is canceled, and holds ${code}`),
    ...(stage.book.isLeft ? uses.filter(({ isPlaced }) => !isPlaced) : []).map(
      ({ id, code }) => `I7: ${id} is nobody's any more, and holds the code ${code}`,
    ),
  ]
}

/** I4: an unpaid order has the code that was accepted last, or none once it was taken off. Of two calls at the same time, either may have been the last. */
function lastCode({ facts, world }: Seen): string[] {
  const changes = world.calls.flatMap((call) => {
    const id = /ticketorder\/([^/?]+)/.exec(call.path)?.[1]
    const isOn = call.path.endsWith('/promocode')
    const isOff = call.method === 'PUT' && call.body?.includes('"promo_code":""') === true
    const done = call.answers.find((answer) => !answer.replayed && isDone({ answers: [answer] }))
    if (id === undefined || !done || !(isOn || isOff)) return []
    const { promo_code: code } = JSON.parse(call.body!) as { promo_code: string }
    return [{ id, code, sent: call.order, answered: done.order }]
  })
  return [...facts.tickets.values()].flatMap(({ id, promoCode = '' }) => {
    const all = changes.filter((one) => one.id === id)
    const last = all.filter((one) => !all.some((other) => other.sent > one.answered))
    if (all.length === 0 ? promoCode === '' : last.some(({ code }) => code === promoCode)) return []
    return [`I4: the code "${last.at(-1)?.code ?? ''}" of ${id} was taken, and it has "${promoCode}"`]
  })
}

/** I2 for the discounts themselves: no more and no less than the code that the order has, and only where somebody entered it. */
function unasked({ facts, stage }: Seen): string[] {
  return [...facts.cardOrders.values()].flatMap(
    ({ id, status, promoCode, itemCents, discountCents, isPassedOn }) => {
      if (status !== 'Submitted' || isPassedOn) return []
      const cents = discountOf(promoCode, itemCents)
      const isEntered =
        promoCode === undefined ||
        stage.book.codes.some(({ serverId, code }) => serverId === id && code === promoCode)
      return [
        ...(cents === discountCents
          ? []
          : [`I5: ${discountCents} cents were taken off ${id}, and ${promoCode ?? 'no code'} is ${cents}`]),
        ...(isEntered ? [] : [`I2: nobody entered ${promoCode} for ${id}`]),
      ]
    },
  )
}
