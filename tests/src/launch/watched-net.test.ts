import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFlush, wakeOutbox } from '#app/sender.ts'
import type { Services } from '#lib/query/services.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { followReachability, reachability } from '#lib/ports/reachability.ts'
import { type WatchedNet, watchedNet } from '../../../src/launch/watched-net.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { add } from '../support/changes.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { type FaultyNet, faultyNet } from '../support/faulty-net.ts'

/** The parts of a window that are used: its events, and that it is visible. */
let browser: EventTarget
const browserSays = (what: 'online' | 'offline'): void => void browser.dispatchEvent(new Event(what))
let callsUnderWay = 0
const playNet = (answer: (url: string, init: RequestInit) => Promise<Response>): void =>
  void vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    callsUnderWay++
    return await answer(url, init).finally(() => callsUnderWay--)
  })
/** Waits until every call is answered and its consequences have run. The server's own time stands still meanwhile. */
const settled = async (): Promise<void> => {
  for (let quiet = 0; quiet < 20; quiet = callsUnderWay === 0 ? quiet + 1 : 0)
    await new Promise((resolve) => setImmediate(resolve))
}
const pass = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms)
  await settled()
}

beforeEach(() => {
  browser = new EventTarget()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { lang: 'en' } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const request = { method: 'GET', url: '/api/location/tavola-nyc', headers: {}, timeoutMs: 1000 }

describe('whether there is a network (N7)', () => {
  let isUp: boolean
  let backs: number
  let net: WatchedNet
  beforeEach(async () => {
    isUp = true
    backs = 0
    playNet(async () => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return new Response('{}')
    })
    net = watchedNet(() => backs++)
    await net.send(request)
    backs = 0
  })

  it('does not depend on the browser: calls are answered while it says “offline”', async () => {
    browserSays('offline')
    expect(reachability()).toBe('reachable')
    await pass(60_000)
    expect([reachability(), net.isSteady(), backs]).toEqual(['reachable', true, 0])
  })

  it('is denied while calls fail though the browser says “online”, and confirmed with the first answered call', async () => {
    isUp = false
    await expect(net.send(request)).rejects.toThrow('no answer')
    browserSays('online')
    await pass(60_000)
    expect([reachability(), net.isSteady(), backs]).toEqual(['unreachable', false, 0])
    isUp = true
    // The browser sends no event: it considered itself online all along.
    await pass(5000)
    expect([reachability(), net.isSteady(), backs]).toEqual(['reachable', true, 1])
  })

  it('is found out at once where the browser is right', async () => {
    isUp = false
    browserSays('offline')
    await settled()
    expect(reachability()).toBe('unreachable')
    isUp = true
    browserSays('online')
    await settled()
    expect([reachability(), backs]).toEqual(['reachable', 1])
  })

  describe('after a single call that was cut', () => {
    let seen: string[]
    beforeEach(() => {
      seen = []
      onTestFinished(followReachability(() => seen.push(reachability())))
    })
    /** The next calls are cut, one for each; every other is answered. */
    const cutNext = (count: number): void =>
      playNet(async (url) => {
        if (url.startsWith('/api') && count-- > 0) throw new TypeError('Failed to fetch')
        return new Response('{}')
      })

    it('is still assumed if the restaurant answers, and the cut call is repeated at once', async () => {
      cutNext(1)
      await expect(net.send(request)).rejects.toThrow('no answer')
      await settled()
      expect(seen).toEqual(['doubtful', 'reachable'])
      await pass(60_000)
      expect([seen.length, net.isSteady()]).toEqual([2, true])
    })

    it('is not denied by the others of the same connection', async () => {
      cutNext(3)
      await Promise.allSettled([net.send(request), net.send(request), net.send(request)])
      await settled()
      expect(seen).toEqual(['doubtful', 'reachable'])
    })

    it('is denied with the next one that is cut within ten seconds, and not with one long after', async () => {
      cutNext(1)
      await Promise.allSettled([net.send(request)])
      await pass(9000)
      cutNext(1)
      await Promise.allSettled([net.send(request)])
      expect(reachability()).toBe('unreachable')
      await pass(5000)
      expect(reachability()).toBe('reachable')
      await pass(10_000)
      cutNext(1)
      await Promise.allSettled([net.send(request)])
      await settled()
      expect(seen).toEqual(['doubtful', 'reachable', 'unreachable', 'reachable', 'doubtful', 'reachable'])
    })

    it('is denied where nothing answers any more within two seconds', async () => {
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const stopping = new AbortController()
        setTimeout(() => stopping.abort(), ms)
        return stopping.signal
      })
      onTestFinished(() => void vi.restoreAllMocks())
      let isCut = true
      playNet(async (_url, { signal }) => {
        if (!isCut) return await new Promise((_, reject) => signal!.addEventListener('abort', reject))
        isCut = false
        throw new TypeError('Failed to fetch')
      })
      await Promise.allSettled([net.send(request)])
      await vi.advanceTimersByTimeAsync(1900)
      expect(seen).toEqual(['doubtful'])
      await vi.advanceTimersByTimeAsync(200)
      expect(seen).toEqual(['doubtful', 'unreachable'])
    })
  })

  it('takes no time from a captive portal: the clock of its router was never set (T1)', async () => {
    const now = Date.now()
    const headers = { date: 'Thu, 01 Jan 1970 00:10:00 GMT' }
    playNet(async () => new Response('<html>Please sign in</html>', { headers }))
    await net.send(request)
    expect(serverTime(now)).toBe(now)
    playNet(async () => new Response('{}', { headers: { date: new Date(now + 3_600_000).toUTCString() } }))
    await net.send(request)
    onTestFinished(() => void noteServerDate(new Date().toUTCString(), Date.now()))
    expect(serverTime(now) - now).toBeGreaterThan(3_500_000)
  })

  it('depends on the browser only for the words of a failed call', () => {
    const asking = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => /\bonLine\b|onlineManager/.test(readFileSync(`src/${name}`, 'utf8')))
    expect(asking).toEqual(['lib/api/net.ts'])
  })
})

describe('a link that comes and goes every 2 s for 2 minutes (N8)', () => {
  const phaseMs = 2000
  const stepMs = 250
  const endMs = 120_000
  /** From then on the connection holds, and counts as steady. */
  const heldMs = 12_000
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  afterAll(() => larder.close())

  type Try = { key: string | undefined; at: number }
  /** Two minutes on such a link, with a dish tapped at each of these times. `isLost`: the server gets the call, and its answer is lost. */
  async function twoMinutes(tapsAt: readonly number[], isLost: (at: number) => boolean) {
    larder.clock.set(dinnerTime)
    let at = 0
    let isUp = true
    const tries: Try[] = []
    const server: FaultyNet = faultyNet(larder.app, tavola.host)
    playNet(async (url, init) => {
      const key = (init.headers as Record<string, string>)['idempotency-key']
      if (key) tries.push({ key, at })
      if (!isUp) throw new TypeError('Failed to fetch')
      if (!url.startsWith('/api')) return new Response('{}')
      const headers = init.headers as Record<string, string>
      const answer = await server.send({
        method: init.method!,
        url,
        headers,
        body: init.body as string | undefined,
        timeoutMs: 60_000,
      })
      if (isLost(at)) throw new TypeError('Failed to fetch')
      return new Response(answer.text, {
        status: answer.status,
        headers: { 'content-type': 'application/json' },
      })
    })
    let wake = (): void => undefined
    const net = watchedNet(() => wake())
    const device = new Device(larder, { net: { ...server, send: net.send } })
    const flush = createFlush(device.drain, larder.clock)
    wake = () => void wakeOutbox({ db: device.db, locationId: tavola.location, flush } as Services)
    for (; at < endMs + heldMs; at += stepMs) {
      if ((at >= endMs || Math.floor(at / phaseMs) % 2 === 0) !== isUp) {
        isUp = !isUp
        browserSays(isUp ? 'online' : 'offline')
      }
      if (tapsAt.includes(at)) {
        await device.record(add(`line-${at}`))
        void flush()
      }
      await pass(stepMs)
      larder.clock.advance(stepMs)
    }
    return { device, tries }
  }

  const gapsOf = (tries: readonly Try[]): number[] =>
    tries.slice(1).map(({ at }, index) => at - tries[index]!.at)

  it('applies each change once, in at most four tries and four seconds', async () => {
    const tapsAt = [0, 2250, 3000, 30_500, 62_000, 117_000]
    const { device, tries } = await twoMinutes(tapsAt, () => false)
    expect((await device.serverTicket()).items).toHaveLength(tapsAt.length)
    expect(await device.waiting()).toEqual([])
    for (const one of new Set(tries.map(({ key }) => key))) {
      const own = tries.filter(({ key }) => key === one)
      expect(own.length).toBeLessThanOrEqual(4)
      expect(own.at(-1)!.at - own[0]!.at).toBeLessThanOrEqual(2 * phaseMs)
    }
  })

  it('tries a change whose every answer is lost at most eight times, at growing intervals, and applies it once', async () => {
    const { device, tries } = await twoMinutes([500], (at) => at < endMs)
    const within = tries.filter(({ at }) => at < endMs)
    const gaps = gapsOf(within)
    expect([new Set(within.map(({ key }) => key)).size, within.length]).toEqual([1, 8])
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps)
    expect(await device.waiting()).toEqual([])
    expect((await device.serverTicket()).items).toHaveLength(1)
  })
})
