import { deepEqual, equal } from 'node:assert/strict'
import { parseCurrency } from '#contract/money.ts'
import { isTooSmallForCard } from '#contract/pricing/tender.ts'
import type { Refundable } from '#contract/schemas/refund.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { findRefundable } from '#server/modules/tickets/refundable.ts'
import { findTicket } from '#server/modules/tickets/repository.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { addCard } from './cards.ts'
import { chargedOf, estimateOf, knownTo } from './estimates.ts'
import { tavola, type TestLarder, ticketPath } from './larder.ts'
import {
  drawChoice,
  type DrawnOrder,
  drawOrder,
  listOverpaid,
  placeMixed,
  refundBodyOf,
  restOf,
  type TenderSum,
  tendersOf,
} from './mixed-orders.ts'
import { address, contact, startOrder } from './orders.ts'
import { addUser, SignedIn } from './people.ts'
import { administratorOf, move, refund } from './placed.ts'
import { taxedBy } from './tax-classes.ts'
import { addReward, balanceOf, useReward as takeReward } from './tenders.ts'

type Roll = (below: number) => number

/** An order that was played to its end: placed, given back in parts, cancelled. */
type Played = { seed: number; id: string; cardId: string; cardCents: number }

/** What is not as it must be with the order of a seed. */
export type Broken = { seed: number; message: string }

/** So many are played before the server does what it does each minute: the kitchen answers each refund with all that is on its board. */
const atOnce = 20

/**
 * Orders by any classes of tax, roundings, codes, rewards, tips and tenders, on a server with its ledger: priced on the device and charged by the server, paid
 * with two tenders, given back in parts, cancelled. An order is all its seed's: alone it is the same as among others.
 */
export class RandomOrders {
  readonly #larder: TestLarder
  readonly #staff: SignedIn
  /** What devices know of the menu, by how the restaurant taxes. */
  readonly #known = new Map<string, Awaited<ReturnType<typeof knownTo>>>()
  #taxes: string | undefined

  private constructor(larder: TestLarder, staff: SignedIn) {
    this.#larder = larder
    this.#staff = staff
  }

  /** On a server with a program for cards (`addProgram`). */
  static async at(larder: TestLarder): Promise<RandomOrders> {
    return new RandomOrders(larder, await administratorOf(larder))
  }

  /** Plays the orders of these seeds, and gives what is broken. */
  async play(
    seeds: readonly number[],
    onPlayed: (count: number) => void = () => undefined,
  ): Promise<Broken[]> {
    const drawn = seeds
      .map((seed) => {
        const roll = seededRandom(seed)
        return { seed, roll, order: drawOrder(roll) }
      })
      // To change a restaurant's taxes is dear.
      .toSorted((one, other) => taxesOf(one.order).localeCompare(taxesOf(other.order)))
    const broken: Broken[] = []
    for (let from = 0; from < drawn.length; from += atOnce) {
      const played: Played[] = []
      const batch = drawn.slice(from, from + atOnce)
      for (const { seed, roll, order } of batch)
        try {
          played.push({ seed, ...(await this.#playOne(order, roll)) })
        } catch (error) {
          broken.push(brokenBy(seed, error))
        }
      broken.push(...(await this.#settle(played)))
      onPlayed(batch.length)
    }
    return broken
  }

  async #playOne(order: DrawnOrder, roll: Roll): Promise<Omit<Played, 'seed'>> {
    const larder = this.#larder
    const { id, cardId, placed, who } = await this.place(order)
    const cardCents = await balanceOf(larder, cardId)
    for (let step = roll(4); step > 0; step--) {
      const left = await this.#refundable(id)
      const body = refundBodyOf(left, drawChoice(left, roll))
      equal((await refund(this.#staff, id, body)).status, body.amount === 0 ? 422 : 200)
      // Now and then it is asked of the provider before the next.
      if (roll(8) === 0) await larder.minute()
      deepEqual(listOverpaid(await tendersOf(larder, [id])), [])
    }
    const rest = restOf(await this.#refundable(id))
    equal(backOf(await who.ticket('GET', ticketPath(id))) + rest, parseCurrency(placed.totals.total))
    equal((await move(this.#staff, id, 'Cancelled')).status, 200)
    return { id, cardId, cardCents }
  }

  /** Orders it as drawn, sees that the device said what the server charges, pays with two tenders and places it. */
  async place(one: DrawnOrder) {
    const larder = this.#larder
    if (this.#taxes !== taxesOf(one)) larder.change('tavola', taxedBy(one.taxes))
    this.#taxes = taxesOf(one)
    const who = await SignedIn.as(larder, await addUser(larder))
    const { id } = await startOrder(who, one.first)
    // One that the dishes so far are too few for is refused, and there is none.
    if (one.promo) await who.send('POST', ticketPath(id, '/promocode'), { promo_code: one.promo })
    if (one.rewardCents !== undefined)
      await takeReward(who, id, await addReward(larder, who.userId, { amountCents: one.rewardCents }))
    const first = await who.ticket('GET', ticketPath(id))
    const way = one.useDelivery ? { use_delivery: true } : { use_curbside: true }
    const known = this.#known.get(this.#taxes) ?? (await knownTo(who))
    this.#known.set(this.#taxes, known)
    const taps = [
      { kind: 'ticket.update', body: way },
      { kind: 'ticket.tip', tipCents: one.tipCents },
    ] as const
    const estimate = await estimateOf(who, first, one.added, taps, known)
    await who.ticket('POST', ticketPath(id, '/items'), { items: one.added })
    await who.ticket('PUT', ticketPath(id), { ...way, ...contact, ...(one.useDelivery && address) })
    const ticket = await who.ticket('POST', ticketPath(id, '/tip'), { tip: one.tipCents / 100 })
    deepEqual({ ...estimate, estimated: false }, chargedOf(ticket))
    // So few cents as no payment card is charged are the gift card's.
    const giftCents = isTooSmallForCard(parseCurrency(ticket.totals.due)) ? 1000 : one.giftCents
    const card = await addCard(larder, { userId: who.userId, amountCents: Math.max(1, giftCents) })
    const placed = await placeMixed(who, ticket, { cardId: card.id, giftCents })
    equal(chargedOf(placed).totalCents, estimate.totalCents)
    return { id, cardId: card.id, placed, who }
  }

  async #refundable(id: string): Promise<Refundable> {
    return findRefundable((await findTicket(this.#larder.database, tavola.location, id))!)!
  }

  /** Each tender has all back that it paid, each gift card what was on it, and the ledger of none has anything left. */
  async #settle(played: readonly Played[]): Promise<Broken[]> {
    const { database } = this.#larder
    await this.#larder.minute()
    const ids = played.map(({ id }) => id)
    const [tenders, cards, left] = await Promise.all([
      tendersOf(this.#larder, ids),
      database.query<{ id: string; cents: number }>(
        `SELECT id, balance_cents AS cents FROM cards WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
        [tavola.location, played.map(({ cardId }) => cardId).join()],
      ),
      database.query<{ ticket: string; account: string; cents: number }>(
        `SELECT ticket_id AS ticket, CASE WHEN account LIKE 'card:%' THEN 'card' ELSE account END AS account, sum(amount_cents)::int AS cents FROM ledger
         WHERE location_id = $1 AND ticket_id = ANY (string_to_array($2, ',')) GROUP BY 1, 2 HAVING sum(amount_cents) <> 0`,
        [tavola.location, ids.join()],
      ),
    ])
    // Off the board, as after three hours.
    await database.query(
      `UPDATE tickets SET touched_at = 0 WHERE location_id = $1 AND id = ANY (string_to_array($2, ','))`,
      [tavola.location, ids.join()],
    )
    return played.flatMap((one) => {
      try {
        expectGivenBack(
          one,
          tenders.filter(({ ticket }) => ticket === one.id),
          cards.find(({ id }) => id === one.cardId)!.cents,
        )
        deepEqual(
          left.filter(({ ticket }) => ticket === one.id),
          [],
        )
        return []
      } catch (error) {
        return [brokenBy(one.seed, error)]
      }
    })
  }
}

function expectGivenBack({ cardCents }: Played, tenders: readonly TenderSum[], balanceCents: number): void {
  for (const { tender, paid, paid_tip, back, back_tip, given } of tenders)
    deepEqual([back, back_tip, given], [paid, paid_tip, tender === 'card' ? 0 : paid + paid_tip])
  const gift = tenders.find(({ tender }) => tender === 'card')
  equal(balanceCents, cardCents + (gift ? gift.paid + gift.paid_tip : 0))
}

const taxesOf = ({ taxes }: DrawnOrder): string => JSON.stringify(taxes)

const backOf = ({ refunds }: TicketOrder): number =>
  (refunds ?? []).reduce((sum, { amount }) => sum + parseCurrency(amount), 0)

const brokenBy = (seed: number, error: unknown): Broken => ({
  seed,
  message: error instanceof Error ? (error.stack ?? error.message) : String(error),
})
