import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { coalesce, createFlush } from '#app/sender.ts'

describe('being woken', () => {
  it('runs once more after the run that is under way, however often it was asked for', async () => {
    const releases: (() => void)[] = []
    const wake = coalesce(() => new Promise((resolve) => releases.push(resolve)))
    const first = wake()
    for (let count = 0; count < 50; count++) void wake()
    expect(releases).toHaveLength(1)
    releases[0]!()
    await expect.poll(() => releases.length).toBe(2)
    releases[1]!()
    await first
    expect(releases).toHaveLength(2)
    void wake()
    expect(releases).toHaveLength(3)
  })

  it('continues after a run that failed', async () => {
    let count = 0
    const wake = coalesce(() => (++count === 1 ? Promise.reject(new Error('no store')) : Promise.resolve()))
    await expect(wake()).rejects.toThrow('no store')
    await wake()
    expect(count).toBe(2)
  })
})

describe('a run of the sender', () => {
  it('that the store has broken off is followed by another, with nobody asking', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let runs = 0
    const drain = async () => {
      if (++runs === 1) throw new Error('the store broke off')
      return { left: 0 } as const
    }
    await expect(createFlush(drain, { now: () => 0 })()).rejects.toThrow('broke off')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(runs).toBe(2)
  })
})

describe('asking the browser to wake the worker', () => {
  const register = vi.fn<() => Promise<void>>(() => Promise.resolve())
  let now = 0
  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: () => Promise.resolve({ sync: { register } }) },
    })
    vi.stubGlobal('SyncManager', Object)
    vi.stubGlobal('performance', { now: () => now })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    register.mockClear()
  })

  it('is done once a minute at most: a wake that finds nobody asks for the next one', async () => {
    const { requestWake } = await import('#lib/pwa/background-sync.ts')
    for (let count = 0; count < 20; count++) await requestWake()
    expect(register).toHaveBeenCalledTimes(1)
    now += 59_999
    await requestWake()
    expect(register).toHaveBeenCalledTimes(1)
    now += 1
    await requestWake()
    expect(register).toHaveBeenCalledTimes(2)
  })
})
