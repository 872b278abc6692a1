import { QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCards } from '#db/cards.ts'
import { saveMenuBook } from '#db/menu-books.ts'
import { askAgainWhenReachable } from '#app/ask-again.ts'
import { fetchPersonal } from '#app/keep-personal.ts'
import { noteReachability } from '#lib/ports/reachability.ts'
import { cardsQuery } from '#lib/query/account.ts'
import { bookQuery } from '#lib/query/menu-book.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { readCards } from '#lib/query/read-account.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

const loc = tavola.location
const threeDaysMs = 3 * 24 * 60 * 60 * 1000

/** A screen that stays open while the signal comes and goes. Data read from the device meanwhile is days old, although it was read just now. */
describe('when the restaurant answers again', () => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
  })
  afterAll(() => larder.close())

  const servicesOf = (tab: Tab): Services =>
    ({
      ...tab.reads,
      principal: () => tab.session.principal(),
      readBook: (mode, show) => readBook(tab.reads, mode, show),
      readLocation: (show) => readLocation(tab.reads, show),
      readCards: (show) => readCards(tab.reads, show),
    }) as Partial<Services> as Services

  it('a menu on the screen is requested again, and another one when it is shown', async () => {
    const tab = await Tab.open(new Phone(larder))
    const savedAt = larder.clock.now() - threeDaysMs
    for (const mode of ['browse', 'order'] as const)
      await saveMenuBook(tab.db, { locationId: loc, mode, book: { menus: [] }, etag: '"old"', savedAt })
    const services = servicesOf(tab)
    const queryClient = createQueryClient()
    const load = async (): Promise<Services> => services
    askAgainWhenReachable(queryClient, larder.clock)
    tab.phone.net.otherwise = () => 'cut-before'
    noteReachability('unreachable')
    await queryClient.fetchQuery(bookQuery(load, loc, 'order'))
    const shown = new QueryObserver(queryClient, bookQuery(load, loc, 'browse'))
    const leave = shown.subscribe(() => undefined)
    await expect.poll(() => shown.getCurrentResult().isFetched).toBe(true)
    expect(shown.getCurrentResult().data?.savedAt).toBe(savedAt)

    tab.phone.net.otherwise = () => undefined
    noteReachability('reachable')
    await expect.poll(() => shown.getCurrentResult().data?.savedAt).toBe(larder.clock.now())
    leave()
    const opened = new QueryObserver(queryClient, bookQuery(load, loc, 'order'))
    const close = opened.subscribe(() => undefined)
    await expect.poll(() => opened.getCurrentResult().data?.savedAt).toBe(larder.clock.now())
    close()
    queryClient.clear()
  })

  it('a member’s balance that a screen showed from the device a moment ago is brought onto it', async () => {
    const ada = await Member.new(larder)
    const tab = await Tab.open(new Phone(larder))
    await tab.signIn(ada.email)
    const services = servicesOf(tab)
    await readLocation(tab.reads, () => undefined)
    const principal = tab.session.principal()
    const savedAt = larder.clock.now() - threeDaysMs
    await saveCards(tab.db, { locationId: loc, principal, cards: [], savedAt })
    const queryClient = createQueryClient()
    const query = cardsQuery(async () => services, loc, principal)
    tab.phone.net.otherwise = () => 'cut-before'
    expect((await queryClient.fetchQuery(query)).savedAt).toBe(savedAt)

    tab.phone.net.otherwise = () => undefined
    const session = createSessionStore()
    session.set({ state: 'user', principal, email: ada.email })
    await fetchPersonal({ portal: { session }, queryClient, services })
    expect(queryClient.getQueryData(query.queryKey)?.savedAt).toBe(larder.clock.now())
    queryClient.clear()
  })
})
