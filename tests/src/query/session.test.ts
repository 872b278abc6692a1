import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Card } from '#contract/schemas/card.ts'
import type { User } from '#contract/schemas/user.ts'
import { cardsQuery, userQuery } from '#lib/query/account.ts'
import type { Aged } from '#lib/query/device-backed.ts'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import type { AgedUser } from '#lib/query/aged-user.ts'
import type { Services } from '#lib/query/services.ts'
import { keepPreviousPath, takePreviousPath } from '#lib/query/session-marks.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createPageActions } from '../../../src/launch/page-actions.ts'
import { user } from '../support/account.ts'
import { FakeStorage } from '../support/tab.ts'

const loc = 'tavola-nyc'
const aged = (changes: Partial<User> = {}, savedAt = 1): AgedUser => ({
  value: user(changes),
  savedAt,
  etag: '"1"',
  waiting: false,
  refusal: [],
})

describe('who is signed in, for every screen', () => {
  it('is announced once for each change, and to nobody who stopped listening', () => {
    const store = createSessionStore()
    const heard: string[] = []
    const stop = store.subscribe(() => heard.push(store.get().state))
    expect(store.get()).toEqual({ state: 'loading' })
    store.set({ state: 'guest' })
    store.set({ state: 'guest' })
    const ada = { state: 'user', principal: 'a', email: 'ada@example.com' } as const
    store.set(ada)
    const same = store.get()
    store.set({ ...ada })
    expect(store.get()).toBe(same)
    store.set({ ...ada, principal: 'b' })
    stop()
    store.set({ state: 'guest' })
    expect(heard).toEqual(['guest', 'user', 'user'])
  })
})

describe('a page where somebody else signs in', () => {
  const storage = new FakeStorage()
  beforeEach(() => vi.stubGlobal('sessionStorage', storage))
  afterEach(() => {
    storage.entries.clear()
    vi.unstubAllGlobals()
  })
  function page(pathname: string) {
    const client = createQueryClient()
    const went: unknown[] = []
    const router = {
      state: { location: { pathname, search: { token: 'secret' }, href: `${pathname}?token=secret` } },
      navigate: async (to: unknown) => went.push(to),
    }
    return {
      client,
      went,
      actions: createPageActions(client, loc, createSessionStore(), () => router as never),
    }
  }

  it('a session that could not be renewed keeps only the path, and leads to /login @ST-04 @ER-03 (U7) @EN-53', () => {
    const { actions, went } = page('/ordercheckout')
    actions.askToSignIn()
    expect([went, [...storage.entries]]).toEqual([
      [{ to: '/login', state: { isSessionOver: true } }],
      [['previouspath', '/ordercheckout']],
    ])
    expect([takePreviousPath(), takePreviousPath(), storage.entries.size]).toEqual([
      '/ordercheckout',
      undefined,
      0,
    ])
  })

  it('on /login itself stays, and keeps the path that is there', () => {
    const { actions, went } = page('/login')
    keepPreviousPath('/account')
    actions.askToSignIn()
    expect([went, takePreviousPath()]).toEqual([[], '/account'])
  })

  it.each(['/kitchen', '/Kitchen/'])(
    'at %s stays: a tablet continues there without the person who left',
    (path) => {
      const { actions, went } = page(path)
      actions.askToSignIn()
      expect([went, takePreviousPath()]).toEqual([[], undefined])
    },
  )

  it('forgets everything personal, what was submitted with it, and nothing else', () => {
    const { client, actions } = page('/')
    client.setQueryData(keys.location(loc), 'open to all')
    for (const key of [
      keys.user(loc, 'a'),
      keys.cards(loc, 'a'),
      keys.transactions(loc, 'a'),
      keys.placedOrder(loc),
    ])
      client.setQueryData(key, 'own')
    client.getMutationCache().build(client, {}).state.variables = { password: 'secret' }
    actions.forgetPersonal()
    expect(
      client
        .getQueryCache()
        .getAll()
        .map((query) => query.queryKey),
    ).toEqual([keys.location(loc)])
    expect(client.getMutationCache().getAll()).toEqual([])
  })

  it('shows the user as the device has them wherever they are shown, and nowhere else', () => {
    const { client, actions } = page('/')
    actions.showUser('a', aged())
    expect(client.getQueryData(keys.user(loc, 'a'))).toBeUndefined()
    client.setQueryData(keys.user(loc, 'a'), aged())
    actions.showUser('a', aged({ first_name: 'Grace' }))
    expect(client.getQueryData<AgedUser>(keys.user(loc, 'a'))?.value.first_name).toBe('Grace')
  })
})

describe('a personal read', () => {
  it('shows the device’s copy while the network is asked, then its answer', async () => {
    const client = createQueryClient()
    let answer = (_user: AgedUser): void => undefined
    const services = {
      clock: { now: () => 10_000 },
      principal: () => 'a',
      readUser: (show: (copy: AgedUser) => void) => {
        show(aged({ first_name: 'Copy' }))
        return new Promise<AgedUser>((resolve) => (answer = resolve))
      },
    } as Partial<Services> as Services
    const reading = client.fetchQuery(userQuery(async () => services, loc, 'a'))
    await expect.poll(() => client.getQueryData<AgedUser>(keys.user(loc, 'a'))?.value.first_name).toBe('Copy')
    answer(aged({ first_name: 'Answer' }, 2))
    expect((await reading).value.first_name).toBe('Answer')
  })

  it('does not restore what was deleted while it was in progress (U2)', async () => {
    const client = createQueryClient()
    let show = (_copy: { value: []; savedAt: number }): void => undefined
    let principal = 'a'
    const services = {
      clock: { now: () => 10_000 },
      principal: () => principal,
      readCards: (listener: typeof show) => {
        show = listener
        return new Promise(() => undefined)
      },
    } as Partial<Services> as Services
    const reading = client.fetchQuery(cardsQuery(async () => services, loc, 'a'))
    await expect.poll(() => show.length).toBe(1)
    principal = 'guest'
    client.removeQueries({ queryKey: keys.personal(loc) })
    await expect(reading).rejects.toMatchObject({ silent: true })
    show({ value: [], savedAt: 1 })
    expect(client.getQueryData(keys.cards(loc, 'a'))).toBeUndefined()
  })

  const slowCards = (principal: () => string) => {
    let answer = (_cards: Aged<Card[]>): void => undefined
    const shows: ((copy: Aged<Card[]>) => void)[] = []
    const services = {
      clock: { now: () => 10_000 },
      principal,
      readCards(show: (copy: Aged<Card[]>) => void) {
        shows.push(show)
        return new Promise<Aged<Card[]>>((resolve) => (answer = resolve))
      },
    } as Partial<Services> as Services
    return { load: async () => services, shows, answer: (cards: Aged<Card[]>) => answer(cards) }
  }

  it('is refused to anybody but the signed-in person, and when they have left as the answer comes (U2)', async () => {
    const client = createQueryClient()
    let principal = 'b'
    const { load, shows, answer } = slowCards(() => principal)
    await expect(client.fetchQuery(cardsQuery(load, loc, 'a'))).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    expect(shows).toEqual([])
    principal = 'a'
    const reading = client.fetchQuery(cardsQuery(load, loc, 'a'))
    await expect.poll(() => shows.length).toBe(1)
    principal = 'b'
    answer({ value: [], savedAt: 5 })
    await expect(reading).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(client.getQueryData(keys.cards(loc, 'a'))).toBeUndefined()
  })

  it.each([
    ['an older answer leaves a newer one', 4, 5, 5],
    ['a newer answer replaces an older one', 6, 5, 6],
    ['an answer that a wrong clock dated far ahead is replaced', 5, 5 + 24 * 60 * 60 * 1000, 5],
  ])('%s', async (_name, answered, held, expected) => {
    const client = createQueryClient()
    const { load, shows, answer } = slowCards(() => 'a')
    const reading = client.fetchQuery(cardsQuery(load, loc, 'a'))
    await expect.poll(() => shows.length).toBe(1)
    client.setQueryData(keys.cards(loc, 'a'), { value: [], savedAt: held })
    answer({ value: [], savedAt: answered })
    expect((await reading).savedAt).toBe(expected)
  })

  it('shows a copy from the device only if it is newer than what is shown', async () => {
    const client = createQueryClient()
    const { load, shows } = slowCards(() => 'a')
    const shown = () => client.getQueryData<Aged<Card[]>>(keys.cards(loc, 'a'))?.savedAt
    void client.prefetchQuery(cardsQuery(load, loc, 'a'))
    await expect.poll(() => shows.length).toBe(1)
    const seen = [3, 2, 4].map((savedAt) => {
      shows[0]!({ value: [], savedAt })
      return shown()
    })
    expect(seen).toEqual([3, 3, 4])
  })
})
