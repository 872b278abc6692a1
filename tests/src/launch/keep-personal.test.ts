import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { findCards, saveCards } from '#db/cards.ts'
import { findTicketHistory } from '#db/ticket-histories.ts'
import { findTransactions } from '#db/transactions.ts'
import { findUser } from '#db/users.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { readCards, readTransactions, readUser } from '#lib/query/read-account.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { fetchPersonal, freshMs } from '#app/keep-personal.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { card } from '../support/account.ts'
import { embedded } from '../support/embedded.ts'
import { siteCopy } from '../support/site.tsx'
import { Phone, Tab } from '../support/tab.ts'

const loc = tavola.location
const everything = ['/cards', '/user', '/user/transactions', '/ticketorder/history']

/**
 * What docs/design/offline.md promises under *Loaded in advance*: after signing in and opening only the home page, the
 * device has cards, points, transactions and orders.
 */
describe('a member’s own data', () => {
  let larder: TestLarder
  let ada: Member
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())

  /** A member's phone on which none of their own screens has been opened. */
  async function open(
    settings = siteCopy({
      settings: { meals: { online_orders: { enable: true }, ticket_history: { enable: true } } },
    }),
  ) {
    const phone = new Phone(larder)
    const tab = await Tab.open(phone)
    await tab.signIn(ada.email)
    const { db, who } = tab
    const kept: string[] = []
    const services = {
      ...tab.reads,
      principal: () => tab.session.principal(),
      readLocation: async () => ({ value: settings, savedAt: 1 }),
      readUser: (show) => readUser(tab.reads, show),
      readCards: (show) => readCards(tab.reads, show),
      readTransactions: (show) => readTransactions(tab.reads, show),
      keepPictures: (urls) => void kept.push(...urls),
    } as Partial<Services> as Services
    const session = createSessionStore()
    session.set({ state: 'user', principal: who.principal, email: ada.email })
    const bring = async () => {
      phone.net.calls.length = 0
      // With a new query cache each time, as after a launch.
      await fetchPersonal({ portal: { session }, queryClient: createQueryClient(), services })
      return everything.filter((path) => phone.callsOf(path).length > 0)
    }
    const held = async () => {
      const rows = await Promise.all([
        findCards(db, loc, who.principal),
        findTransactions(db, loc, who.principal),
        findTicketHistory(db, loc, who.principal),
      ])
      return [...rows, await findUser(db, loc, who.principal)].map((row) => row?.savedAt)
    }
    /** Gives their only card on this device this design. */
    const dress = (look: Partial<GiftDesign>) => {
      const ground = { pattern: 'plain', ground: '#000000', motif: '#ffffff', ink: 'light' as const }
      const design = { id: 'terrace', name: 'Terrace', words: 'A gift', ...ground, ...look }
      return saveCards(db, {
        locationId: loc,
        principal: who.principal,
        cards: [card({ program: { ...card().program, design } })],
        savedAt: larder.clock.now(),
      })
    }
    return { bring, held, session, kept, dress }
  }

  it('is on the device before any of its screens was opened, and asked for again when it is old', async () => {
    const { bring, held } = await open()
    const first = larder.clock.now()
    // The user was loaded by signing in.
    expect(await bring()).toEqual(['/cards', '/user/transactions', '/ticketorder/history'])
    expect(await held()).toEqual([first, first, first, first])
    expect(await bring()).toEqual([])
    larder.clock.advance(freshMs)
    expect(await bring()).toEqual(everything)
    const later = larder.clock.now()
    expect(await held()).toEqual([later, later, later, later])
  })

  it('comes with the pictures that its cards look like: a counter may have no signal', async () => {
    const { bring, kept, dress } = await open()
    await bring()
    expect(kept).toEqual([])
    await dress({ image: '/pictures/terrace-640.webp' })
    await bring()
    expect(kept).toEqual(['/pictures/terrace-640.webp'])
  })

  it('is not requested for a guest, or if the restaurant does not offer it', async () => {
    const { bring, session } = await open(
      siteCopy({
        settings: { my_gifts: { enable: false }, cards: {}, my_account: { enable: false }, meals: {} },
      }),
    )
    expect(await bring()).toEqual([])
    const guest = await open()
    guest.session.set({ state: 'guest' })
    expect(await guest.bring()).toEqual([])
    expect(session.get().state).toBe('user')
  })
})
