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

/** An order that was played to its end: placed, refunded in parts, cancelled. */
type Played = { seed: number; id: string; cardId: string; cardCents: number }

/** What is wrong with the order of a seed. */
type Broken = { seed: number; message: string }

/** This many are played before each run of the server's minutely work: the kitchen answers each refund with its whole board. */
const atOnce = 20

/**
 * Orders with any tax classes, roundings, codes, rewards, tips and tenders, on a server with its ledger: priced on the device
 * and charged by the server, paid with two tenders, refunded in parts, cancelled. An order depends only on its seed: alone it
 * is the same as among others.
 */
export class RandomOrders {
  readonly #larder: TestLarder
  readonly #staff: SignedIn
  /** The menu data of devices, by the restaurant's taxes. */
  readonly #known = new Map<string, Awaited<ReturnType<typeof knownTo>>>()
  #taxes: string | undefined

  private constructor(larder: TestLarder, staff: SignedIn) {
    this.#larder = larder
    this.#staff = staff
  }

  /** The server needs a program for cards (`addProgram`). */
  static async at(larder: TestLarder): Promise<RandomOrders> {
    return new RandomOrders(larder, await administratorOf(larder))
  }

  /** Plays the orders of these seeds, and returns the failures. */
  async play(
    seeds: readonly number[],
    onPlayed: (count: number) => void = () => undefined,
  ): Promise<Broken[]> {
    const drawn = seeds
      .map((seed) => {
        const roll = seededRandom(seed)
        return { seed, roll, order: drawOrder(roll) }
      })
      // Sorted by taxes, because changing a restaurant's taxes is slow.
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
      // Sometimes the provider is asked before the next refund.
      if (roll(8) === 0) await larder.minute()
      deepEqual(listOverpaid(await tendersOf(larder, [id])), [])
    }
    const rest = restOf(await this.#refundable(id))
    equal(backOf(await who.ticket('GET', ticketPath(id))) + rest, parseCurrency(placed.totals.total))
    equal((await move(this.#staff, id, 'Cancelled')).status, 200)
    return { id, cardId, cardCents }
  }

  /** Orders as drawn, checks that the device's estimate equals the server's charge, pays with two tenders and places the order. */
  async place(one: DrawnOrder) {
    const larder = this.#larder
    if (this.#taxes !== taxesOf(one)) larder.change('tavola', taxedBy(one.taxes))
    this.#taxes = taxesOf(one)
    const who = await SignedIn.as(larder, await addUser(larder))
    const { id } = await startOrder(who, one.first)
    // A code that these dishes are too few for is refused, and the order has none.
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
    // The gift card pays amounts too small to be charged to a payment card.
    const giftCents = isTooSmallForCard(parseCurrency(ticket.totals.due)) ? 1000 : one.giftCents
    const card = await addCard(larder, { userId: who.userId, amountCents: Math.max(1, giftCents) })
    const placed = await placeMixed(who, ticket, { cardId: card.id, giftCents })
    equal(chargedOf(placed).totalCents, estimate.totalCents)
    return { id, cardId: card.id, placed, who }
  }

  async #refundable(id: string): Promise<Refundable> {
    return findRefundable((await findTicket(this.#larder.database, tavola.location, id))!)!
  }

  /** Each tender got back all that it paid, each gift card has its first balance, and each order's ledger sums to zero. */
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
    // Takes the orders off the board, as after three hours.
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
