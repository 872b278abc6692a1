import { beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { type RenewPorts, renewPortal } from '#lib/pwa/renew.ts'
import type { updates, WaitingUpdate } from '#lib/pwa/updates.ts'
import { createVersionCheck } from '#lib/pwa/version-check.ts'
import { createVersionWatch, type WatchPorts } from '#lib/pwa/watch-version.ts'

describe('asking for the version @ST-42', () => {
  const start = (answers: unknown[]) => {
    const asked: string[] = []
    const world = {
      now: 1_700_000_000_000,
      asked,
      check: () => Promise.resolve<string | undefined>(undefined),
    }
    world.check = createVersionCheck({
      async fetchJson(address) {
        const answer = answers[asked.length]
        asked.push(address)
        if (answer === 'none') throw new TypeError('no answer')
        return answer
      },
      now: () => world.now,
      built: '0.1.414',
    })
    return world
  }

  it('answers the served version where it is newer, by a query that no cache has seen @LH-19 @AO-01', async () => {
    const world = start([{ version: '0.1.415' }, { version: '0.1.1000' }])
    expect(await world.check()).toBe('0.1.415')
    world.now += 10 * minuteMs
    expect(await world.check()).toBe('0.1.1000')
    expect(world.asked).toHaveLength(new Set(world.asked).size)
    for (const address of world.asked) expect(address).toMatch(/^\/meta\.json\?\w+$/)
  })

  it.each([{ version: '0.1.414' }, { version: '0.0.999' }, { version: 415 }, {}, null, '<html>', 'none'])(
    'offers nothing when the answer is %j',
    async (answer) => {
      expect(await start([answer]).check()).toBeUndefined()
    },
  )

  it('asks every ten minutes at most, and sooner only after no answer', async () => {
    const world = start(['none', { version: '0.1.414' }, { version: '0.1.415' }])
    await world.check()
    await world.check()
    world.now += 10 * minuteMs - 1
    await world.check()
    expect(world.asked).toHaveLength(2)
    world.now += 1
    expect(await world.check()).toBe('0.1.415')
  })
})

describe('a version that is no longer the latest @LH-19 @ST-42', () => {
  let done: string[]
  let reloaded: string | undefined
  beforeEach(() => {
    done = []
    reloaded = undefined
  })

  const watch = (given: Partial<WatchPorts> = {}) => {
    let offered: WaitingUpdate | undefined
    const listeners = new Set<() => void>()
    const store: typeof updates = {
      get: () => offered,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      offer(update) {
        offered = update
        for (const listener of listeners) listener()
      },
    }
    const ports: WatchPorts = {
      check: async () => '0.1.415',
      updates: store,
      updateWorker: async () => false,
      hasWorker: () => false,
      renew: async () => done.push('renew') > 0,
      isUntouched: () => true,
      hasReloadedFor: (version) => reloaded === version,
      markReload: (version) => {
        reloaded = version
      },
      ...given,
    }
    return { ...createVersionWatch(ports), store }
  }
  const arrived: WaitingUpdate = {
    take: ({ alone } = { alone: false }) => done.push(alone ? 'worker alone' : 'worker'),
  }

  it('reloads itself at a launch where nothing was touched, once a version', async () => {
    const { ask } = watch()
    await ask({ launching: true })
    expect(done).toEqual(['renew'])
    await watch().ask({ launching: true })
    expect(done).toEqual(['renew'])
    await watch({ check: async () => '0.1.416' }).ask({ launching: true })
    expect(done).toEqual(['renew', 'renew'])
  })

  it('lets the new worker bring it, when it has arrived, and only to the one window there is', async () => {
    const { ask, store } = watch({ updateWorker: async () => true, hasWorker: () => true })
    await ask({ launching: true })
    expect(done).toEqual([])
    store.offer(arrived)
    store.offer(arrived)
    expect(done).toEqual(['worker alone'])
  })

  it.each<[string, Partial<WatchPorts>]>([
    ['something was touched, or an order is being paid', { isUntouched: () => false }],
    ['this tab reloaded for it before', { hasReloadedFor: () => true }],
    ['a reload cannot be remembered', { hasReloadedFor: () => undefined }],
    ['there is an old worker, and no newer one', { hasWorker: () => true }],
  ])('does nothing by itself where %s', async (_, ports) => {
    const { ask, store } = watch({ ...ports })
    await ask({ launching: true })
    store.offer(arrived)
    expect(done).toEqual([])
  })

  it('only offers it, later than at the launch', async () => {
    const { ask, store } = watch()
    await ask({ launching: false })
    expect(done).toEqual([])
    store.get()!.take()
    expect(done).toEqual(['renew'])
    expect(reloaded).toBe('0.1.415')
  })

  it('does not repeat an offer after a reload that brought nothing newer', async () => {
    reloaded = '0.1.415'
    const { ask, store } = watch()
    await ask({ launching: false })
    expect(store.get()).toBeUndefined()
  })

  it('is not used while the version is the latest', async () => {
    const { ask, store } = watch({ check: async () => undefined })
    await ask({ launching: true })
    expect(store.get()).toBeUndefined()
    expect(done).toEqual([])
  })
})

const ours = '<html><script type="application/json" id="larder-host">{}</script></html>'

describe('taking a new version without a worker that brings it @LH-19', () => {
  const names = [
    'workbox-precache-v2-https://bella.example/',
    'larder-pictures',
    'workbox-precache-v1-x',
    'somebody-else',
  ]
  const start = (
    page: { status: number; contentType: string; text?: string } | 'none',
    cacheNames = () => Promise.resolve(names),
  ) => {
    const done: string[] = []
    const ports: RenewPorts = {
      async fetchPage() {
        if (page === 'none') throw new TypeError('no answer')
        return { text: ours, ...page }
      },
      cacheNames,
      deleteCache: async (name) => done.push(`delete ${name}`),
      unregister: async () => done.push('unregister'),
      reload: () => void done.push('reload'),
    }
    return { done, renew: () => renewPortal(ports) }
  }

  it('clears the portal’s files, and neither pictures nor what is not ours, before it reloads', async () => {
    const { done, renew } = start({ status: 200, contentType: 'text/html; charset=utf-8' })
    expect(await renew()).toBe(true)
    expect(done).toEqual([
      'delete workbox-precache-v2-https://bella.example/',
      'delete workbox-precache-v1-x',
      'unregister',
      'reload',
    ])
  })

  it('reloads even when the browser refuses its caches (D5)', async () => {
    const { done, renew } = start({ status: 200, contentType: 'text/html' }, () =>
      Promise.reject(new DOMException('The operation is insecure.', 'SecurityError')),
    )
    expect(await renew()).toBe(true)
    expect(done).toEqual(['unregister', 'reload'])
  })

  it.each([
    'none' as const,
    { status: 503, contentType: 'text/html' },
    { status: 200, contentType: 'application/json' },
    { status: 404, contentType: 'text/html' },
    { status: 200, contentType: 'text/html', text: '<h1>Welcome to Airport WiFi</h1>' },
  ])('leaves everything as it is while the server’s page cannot be had: %j', async (page) => {
    const { done, renew } = start(page)
    expect(await renew()).toBe(false)
    expect(done).toEqual([])
  })
})
