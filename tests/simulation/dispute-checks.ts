import { isTaken } from './disputes.ts'
import type { Seen } from './seen.ts'

/** I1, I3, I7 for disputes: the restaurant knows each one as it ended, its books have what the provider has, and cards are on hold for as long as needed. */
export function disputes(seen: Seen): string[] {
  return [...known(seen), ...books(seen), ...holds(seen)]
}

function known({ facts, world }: Seen): string[] {
  const here = new Map(facts.disputes.map((one) => [one.id, one]))
  return world.bank.disputes.flatMap(({ id, state, cents, intentId }) => {
    const found = here.get(id)
    return found?.state === state && found.cents === cents
      ? []
      : [`I3: dispute ${id} of ${intentId} is ${state}, and here it is ${found?.state ?? 'not known'}`]
  })
}

/** The ledger has, to the cent, what the provider has of each payment: charged, and neither refunded nor taken by a bank. Nobody gets more than was paid. */
function books({ facts, world: { bank } }: Seen): string[] {
  const left = new Map<string, number>()
  const broken: string[] = []
  for (const { payableId, intentId, cents, refundedCents } of facts.charges) {
    const leftCents = cents - refundedCents - bank.takenOf(intentId)
    left.set(payableId, (left.get(payableId) ?? 0) + leftCents)
    if (leftCents < 0) broken.push(`I1: ${-leftCents} cents more went back of ${payableId} than were charged`)
  }
  for (const id of new Set([...left.keys(), ...facts.providerCents.keys()])) {
    const [there, here] = [left.get(id) ?? 0, facts.providerCents.get(id) ?? 0]
    if (there !== here)
      broken.push(
        `I1: the provider has ${there} cents of ${id} after refunds and disputes, and the books say ${here}`,
      )
  }
  return broken
}

/** The cards of a disputed payment are on hold while the bank has money of it, and no longer. */
function holds({ facts, world: { bank } }: Seen): string[] {
  const payables = new Map(facts.charges.map(({ intentId, payableId }) => [intentId, payableId]))
  const free = bank.disputes
    .filter((one) => isTaken(one) && facts.cardOrders.has(payables.get(one.intentId) ?? ''))
    .filter(({ id }) => !facts.holds.some(({ cause }) => cause === `dispute:${id}`))
    .map(({ id, state }) => `I7: dispute ${id} is ${state}, and does not hold its gift cards`)
  const wrong = facts.holds.flatMap(({ cause, status }) => {
    const [, missing, id] = /^(missing:)?dispute:(.+)$/.exec(cause) ?? []
    if (id === undefined) return []
    const dispute = bank.disputes.find((one) => one.id === id)
    if (missing !== undefined)
      return status === 'disabled' ? [] : [`I7: a card is ${status}, and dispute ${id} holds its order`]
    if (!dispute || !isTaken(dispute)) return [`I7: ${id} is ${dispute?.state}, and still holds gift cards`]
    return status === 'active' ? [`I7: a card is active, and ${id} holds it`] : []
  })
  return [...free, ...wrong]
}
