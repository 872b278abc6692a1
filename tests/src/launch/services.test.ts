import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { LarderDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { findSession } from '#db/sessions.ts'
import { findActiveTicket } from '#db/tickets.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import type { AgedUser } from '#lib/query/aged-user.ts'
import type { Services } from '#lib/query/services.ts'
import { createSessionStore, type SessionStore } from '#lib/query/session-store.ts'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import type { WatchedTicket } from '#db/observe.ts'
import type { PageActions } from '../../../src/launch/page-actions.ts'
import { createServices } from '../../../src/launch/services.ts'
import { startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, goodPassword, Member, organization } from '../../server/support/members.ts'
import { userIdOf } from '../../server/support/people.ts'
import { addReward } from '../../server/support/tenders.ts'
import { add } from '../support/changes.ts'
import { embedded } from '../support/embedded.ts'
import { faultyNet, type SentCall } from '../support/faulty-net.ts'
import { editOf, FakeStorage } from '../support/tab.ts'

const facts = { host: { organizationId: organization, locationId: tavola.location } } as HostFacts
const allDay: [string, string][] = [['00:00', '24:00']]
const everyHour = {
  monday: allDay,
  tuesday: allDay,
  wednesday: allDay,
  thursday: allDay,
  friday: allDay,
  saturday: allDay,
  sunday: allDay,
}

/** The portal's own assembly of its services, with a stubbed page. */
describe('the services of a page', () => {
  let larder: TestLarder
  let ada: Member
  let services: Services
  let actions: PageActions
  let session: SessionStore
  let calls: SentCall[]
  let shownUsers: AgedUser[]
  let forgotten: number
  let staled: string[]
  let page: EventTarget
  const sessionStorage = new FakeStorage()
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
    larder.clock.set(Date.now())
    larder.change('tavola', (document) => ({
      ...document,
      kitchen: { ...document.kitchen, hours: everyHour },
    }))
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    page = new EventTarget()
    const net = faultyNet(larder.app, tavola.host)
    ;({ calls } = net)
    vi.useFakeTimers({ toFake: ['setInterval'] })
    vi.stubGlobal(
      'document',
      Object.assign(page, {
        baseURI: 'http://tavola.localhost/',
        documentElement: { lang: 'en' },
        visibilityState: 'visible',
      }),
    )
    const listeners = new EventTarget()
    vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
    vi.stubGlobal('BroadcastChannel', undefined)
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('sessionStorage', sessionStorage)
    vi.stubGlobal('localStorage', new FakeStorage())
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const { method = 'GET', headers, body } = init
      const answer = await net.send({
        method,
        url,
        headers: headers as Record<string, string>,
        body: (body ?? undefined) as string,
        timeoutMs: 5000,
      })
      const heads = ['content-type', 'etag'].flatMap((name) =>
        answer.header(name) === null ? [] : [[name, answer.header(name)!] as [string, string]],
      )
      return new Response(answer.status === 304 ? null : answer.text, {
        status: answer.status,
        headers: heads,
      })
    })
    session = createSessionStore()
    shownUsers = []
    forgotten = 0
    staled = []
    actions = {
      session,
      forgetPersonal: () => void forgotten++,
      showUser: (_principal, user) => void shownUsers.push(user),
      askToSignIn: () => undefined,
      reads: {
        makeStale: (names) => void staled.push(...names),
        replace: () => undefined,
      },
    }
    services = await createServices(facts, actions)
  })
  afterEach(async () => {
    await services.session.signOut([])
    // Waits for reads of the ticket that are still under way.
    await services.flush()
    // The sign-out reaches the server in the background: close the database only afterwards.
    await vi.waitUntil(async () => (await services.db.revocations.count()) === 0, { timeout: 20_000 })
    services.db.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const signIn = () => services.session.signIn({ kind: 'password', email: ada.email, password: goodPassword })

  it('know a guest, then the user, and observe the current person’s data', async () => {
    expect([session.get(), services.principal()]).toEqual([{ state: 'guest' }, 'guest'])
    const heard: (WatchedTicket | undefined)[] = []
    services.observeTicket((watched) => heard.push(watched))
    // What is not sent yet would keep the person signed in.
    await services.outcomeOf(await services.record(add('a')))
    await expect.poll(() => heard.at(-1)?.row.principal).toBe('guest')
    await expect(services.readUser(() => undefined)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(services.saveUser(editOf())).rejects.toMatchObject({ kind: 'unauthorized' })
    await signIn()
    expect(session.get()).toEqual({ state: 'user', principal: services.principal(), email: ada.email })
    await expect.poll(() => heard.at(-1)?.row.principal).toBe(services.principal())
    expect(await services.session.signOut([])).toBe(true)
    await expect.poll(() => heard.at(-1)).toBeUndefined()
    expect([session.get(), forgotten]).toEqual([{ state: 'guest' }, 2])
  })

  it('start even when the device’s copy of the restaurant cannot be read, and ask the server (D9)', async () => {
    const get = IDBObjectStore.prototype.get
    const unreadable = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      if (this.name === 'locations')
        throw new DOMException('Failed to read large IndexedDB value', 'DataError')
      return get.call(this, key)
    })
    onTestFinished(() => unreadable.mockRestore())
    const next = await createServices(facts, actions)
    expect((await next.readLocation(() => undefined)).value.location.name).toBe('Tavola')
    await next.flush()
    next.db.close()
  })

  it('start even when the browser refuses a channel between its tabs, as Firefox does with cookies blocked (D4)', async () => {
    vi.stubGlobal('BroadcastChannel', function refuse() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    const next = await createServices(facts, actions)
    expect((await next.readLocation(() => undefined)).value.location.name).toBe('Tavola')
    await next.flush()
    next.db.close()
  })

  it('ask for the order that the device has stored, at the next launch @ST-08', async () => {
    await services.outcomeOf(await services.record(add('a')))
    const id = (await findActiveTicket(services.db, tavola.location, 'guest'))!.row.ticketId!
    const asked = () =>
      calls.filter(({ method, path }) => method === 'GET' && path.includes(`/ticketorder/${id}?`))
    expect(asked()).toEqual([])
    const next = await createServices(facts, actions)
    await expect.poll(() => asked().length).toBe(1)
    await next.flush()
    next.db.close()
  })

  it('ask for an order that is older than five minutes when the guest returns to the portal (P9)', async () => {
    await services.outcomeOf(await services.record(add('a')))
    const comeBack = () => page.dispatchEvent(new Event('visibilitychange'))
    const reads = () =>
      calls.filter(({ method, path }) => method === 'GET' && /\/ticketorder\/(?!create)/.test(path))
    await services.db.tickets.toCollection().modify({ updatedAt: Date.now() - 8 * 60 * 60 * 1000 })
    comeBack()
    await expect.poll(() => reads().length).toBe(1)
    comeBack()
    await services.flush()
    expect(reads()).toHaveLength(1)
  })

  it('request the order again when somebody signs in, because their reward can be used on it', async () => {
    const heard: (WatchedTicket | undefined)[] = []
    services.observeTicket((watched) => heard.push(watched))
    expect(await services.outcomeOf(await services.record(add('a')))).toEqual({ state: 'sent' })
    await expect.poll(() => heard.at(-1)?.row.snapshot?.reward_can_be_used).toBe(false)
    await addReward(larder, await userIdOf(larder, tavola.location, ada.email), { endsOn: '2099-12-31' })
    await signIn()
    await expect.poll(() => heard.at(-1)?.row.snapshot?.reward_can_be_used).toBe(true)
  })

  it('send an edit, say what became of it, and show the user as they change', async () => {
    await signIn()
    const { etag } = await services.readUser(() => undefined)
    expect(await services.outcomeOf(await services.saveUser(editOf({ first_name: 'Grace' }), etag))).toEqual({
      state: 'sent',
    })
    await expect
      .poll(() => shownUsers.at(-1))
      .toMatchObject({ value: { first_name: 'Grace' }, waiting: false })
    const outcome = await services.outcomeOf(await services.saveUser(editOf({ first_name: 'Late' }), etag))
    const words = ['Your details were changed somewhere else. Please look and save again.']
    expect(outcome).toEqual({ state: 'refused', messages: words })
    expect(staled).toEqual(['user'])
    await expect
      .poll(() => shownUsers.at(-1))
      .toMatchObject({ value: { first_name: 'Grace' }, refusal: words })
    await services.dismissUserRefusal()
    await expect.poll(() => shownUsers.at(-1)?.refusal).toEqual([])
  })

  it('tell the page what a change has made stale, whichever tab sent it', async () => {
    await signIn()
    const redeem = services.api.send(ticketEndpoints.redeemCard, {
      params: { id: 'nothing' },
      body: { card_id: 'none', amount: 1, tip: 0 },
      key: services.ids.uuid(),
    })
    await expect(redeem).rejects.toMatchObject({ kind: 'refused' })
    expect(staled).toEqual(['book', 'location', 'cards', 'user'])
  })

  it('check the session every 60 s while the tab is visible, and not while it is hidden @BC-04 @ST-02', async () => {
    await signIn()
    const store = new LarderDatabase(databaseName)
    const row = (await findSession(store, tavola.location))!
    await store.sessions.put({ ...row, expiresAt: Date.now() + dayMs - 1000 })
    const refreshes = () => calls.filter((call) => call.path.endsWith('/auth/refreshtoken')).length
    vi.stubGlobal('document', Object.assign(page, { visibilityState: 'hidden' }))
    await vi.advanceTimersByTimeAsync(120_000)
    vi.stubGlobal('document', Object.assign(page, { visibilityState: 'visible' }))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(refreshes()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(refreshes).toBe(1)
    await expect.poll(() => sessionStorage.getItem('token')).not.toBe(row.token)
    store.close()
  })

  it('tells no payment from a payment while one is being made', async () => {
    expect(await services.session.isPaying()).toBe(false)
    let pay = (): void => undefined
    const paid = services.whilePaying(() => new Promise<void>((resolve) => (pay = resolve)))
    await expect.poll(() => services.session.isPaying()).toBe(true)
    pay()
    await paid
    expect(await services.session.isPaying()).toBe(false)
  })
})
