import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepTrying, loadOnce } from '../../../src/launch/keep-trying.ts'

const missing = new TypeError('Failed to fetch dynamically imported module')
/** Fails this many times. */
const failing = (times: number) =>
  vi.fn<() => Promise<string>>(async () => {
    if (times-- > 0) throw missing
    return 'there'
  })

describe('a file that the launch needs (V13)', () => {
  let page: EventTarget
  let shown: EventTarget
  beforeEach(() => {
    vi.useFakeTimers()
    page = new EventTarget()
    shown = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('document', shown)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is tried again as soon as the server answers, which is asked every 5 s', async () => {
    let isServed = false
    const load = failing(1)
    const ask = vi.fn<() => Promise<boolean>>(async () => isServed)
    const done = keepTrying(load, ask)
    await vi.advanceTimersByTimeAsync(14_000)
    expect([load.mock.calls.length, ask.mock.calls.length]).toEqual([1, 2])
    isServed = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(await done).toBe('there')
    expect([load.mock.calls.length, ask.mock.calls.length]).toEqual([2, 3])
    await vi.advanceTimersByTimeAsync(120_000)
    page.dispatchEvent(new Event('online'))
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['the network is said to be back', () => page.dispatchEvent(new Event('online'))],
    ['the page is looked at', () => shown.dispatchEvent(new Event('visibilitychange'))],
  ])('is tried again at once when %s', async (_when, happen) => {
    const done = keepTrying(failing(1), async () => true)
    await vi.advanceTimersByTimeAsync(100)
    happen()
    expect(await done).toBe('there')
  })

  it('is asked for less often where the server answers and it stays missing', async () => {
    const load = failing(100)
    void keepTrying(load, async () => true)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(load.mock.calls.length).toBeLessThan(16)
  })

  it('is loaded once for all callers, and again for the next caller after it failed', async () => {
    const load = failing(1)
    const once = loadOnce(load)
    const [first, second] = [once(), once()]
    await expect(first).rejects.toBe(missing)
    await expect(second).rejects.toBe(missing)
    expect([await once(), await once(), load.mock.calls.length]).toEqual(['there', 'there', 2])
  })
})
