import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookedOf, cardsOf } from './support/card-orders.ts'
import { databases } from './support/databases.ts'
import { dinnerTime, ticketPath } from './support/larder.ts'
import type { SignedIn } from './support/people.ts'
import { administratorOf, move } from './support/placed.ts'
import {
  boughtCard,
  deliverEvents,
  paidTicket,
  startStripeLarder,
  type StripeLarder,
} from './support/stripe/larder.ts'
import { earnedOf, expectBooks } from './support/tenders.ts'

/** Disputes that banks decide anew, to and fro: the books follow each time. */
describe.for(databases)('a dispute that turns [$name]', (engine) => {
  let larder: StripeLarder
  let owner: SignedIn
  beforeAll(async () => void (larder = await startStripeLarder(engine)))
  beforeEach(async () => {
    larder.clock.set(new Date(dinnerTime).toISOString())
    owner = await administratorOf(larder)
  })
  afterEach(() => {
    larder.stripe.account('acct_tavola').events.length = 0
  })
  afterAll(async () => {
    await expectBooks(larder)
    await larder.close()
  })

  const dashboard = () => larder.stripe.dashboard('acct_tavola')
  const turn = async (id: string, status: 'won' | 'lost' | 'warning_closed'): Promise<void> => {
    larder.clock.advance(1000)
    dashboard().closeDispute(id, status)
    await deliverEvents(larder)
  }
  const cardStatusOf = async (id: string) =>
    (await larder.database.query('SELECT status FROM cards WHERE id = $1', [id]))[0]?.['status']

  it.each([[['won', 'lost']], [['lost', 'won', 'lost', 'won']], [['won', 'lost', 'won', 'lost']]] as const)(
    'of an order for food, %s, is in the ledger as it stands after each',
    async (turns) => {
      const { ticket, intentId } = await paidTicket(larder)
      const dispute = dashboard().dispute(intentId)
      await deliverEvents(larder)
      for (const status of turns) {
        await turn(dispute, status)
        const by = status === 'lost' ? 'disputes' : 'card_provider'
        expect(await earnedOf(larder, ticket.id)).toEqual({ [by]: -1742, orders: 1742 })
      }
    },
  )

  it.each([[['won', 'lost']], [['lost', 'won', 'lost', 'won']], [['won', 'lost', 'won', 'lost']]] as const)(
    'of gift cards, %s, is in the ledger and holds the cards as it stands after each',
    async (turns) => {
      const { order, intentId } = await boughtCard(larder)
      const [card] = await cardsOf(larder, order.id)
      const dispute = dashboard().dispute(intentId)
      await deliverEvents(larder)
      for (const status of turns) {
        await turn(dispute, status)
        const by = status === 'lost' ? 'disputes' : 'card_provider'
        expect(await bookedOf(larder, order.id)).toEqual({ [by]: -2500, 'card:': 2500 })
        expect(await cardStatusOf(card!.id)).toBe(status === 'lost' ? 'frozen' : 'active')
      }
    },
  )

  it('for a part of a cancelled order’s payment, while another keeps the rest waiting, covers that part each time', async () => {
    const { ticket, intentId, guest } = await paidTicket(larder)
    const [dispute] = [700, 300].map((amountCents) => dashboard().dispute(intentId, amountCents))
    await deliverEvents(larder)
    await move(owner, ticket.id, 'Cancelled')
    for (const status of ['lost', 'won', 'lost', 'won'] as const) {
      await turn(dispute!, status)
      const { refunds } = await guest.ticket('GET', ticketPath(ticket.id))
      const taken = refunds!.flatMap(({ parts }) => parts).filter((part) => part.dispute === 'lost')
      expect(taken.map(({ amount }) => amount)).toEqual(status === 'lost' ? ['$7.00'] : [])
      const [orders, provider] = status === 'lost' ? [1042, 742] : [1742, 1442]
      expect(await earnedOf(larder, ticket.id)).toEqual({ card_provider: -provider, disputes: -300, orders })
    }
  })
})
