import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMissingFiles, listScreensToPreload } from '../../../src/launch/missing-files.ts'
import { claimReload } from '../../../src/launch/claim-reload.ts'
import { countPaying, isPayingNow } from '#app/paying-now.ts'

describe('a file of an older build that is gone (V2)', () => {
  let state: { paying: boolean; refused: boolean; served: 'this' | 'other' | undefined }
  let reloads: number
  beforeEach(() => {
    state = { paying: false, refused: false, served: 'other' }
    reloads = 0
  })
  const start = () =>
    createMissingFiles({
      isPaying: () => state.paying,
      claimReload: (most) => !state.refused && reloads < most,
      reload: () => void reloads++,
      findServed: async () => state.served,
    })
  /** Waits until the request to the server is answered. */
  const answered = () => new Promise((resolve) => setImmediate(resolve))
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

  it('loads the page once more, and once only', async () => {
    const files = start()
    files.onMissing()
    files.onMissing()
    await answered()
    expect(reloads).toBe(1)
  })

  it.each([
    ['where the server does not answer', { served: undefined }],
    ['between the tap that pays and its outcome', { paying: true }],
    ['where it cannot be remembered', { refused: true }],
  ])('is left to the screen %s', async (_when, change) => {
    Object.assign(state, change)
    start().onMissing()
    await answered()
    expect(reloads).toBe(0)
  })

  it('that the launch needs loads the page once more as soon as the server answers, and not while somebody pays', async () => {
    const files = start()
    state.served = undefined
    expect([await files.reloadIfServed(), reloads]).toEqual([false, 0])
    Object.assign(state, { served: 'this', paying: true })
    expect([await files.reloadIfServed(), reloads]).toEqual([false, 0])
    state.paying = false
    expect([await files.reloadIfServed(), reloads]).toEqual([true, 1])
  })

  it('that the server still has was lost by the network: loads the page again each time, and no more than three times', async () => {
    const files = start()
    state.served = 'this'
    for (const times of [1, 2, 3, 3]) {
      files.onMissing()
      await answered()
      expect(reloads).toBe(times)
    }
    state.served = 'other'
    files.onMissing()
    await answered()
    expect(reloads).toBe(3)
  })

  it('that will be needed soon loads the page once more before the guest pays', async () => {
    const files = start()
    await files.loadAhead(() => {
      // The browser reports it at once, before any screen needs the file.
      files.onMissing()
      expect(reloads).toBe(0)
      return gone()
    })
    expect(reloads).toBe(1)
  })

  it.each([
    ['is not gone for good while the server has the same build', { served: 'this' }],
    ['waits for the network', { served: undefined }],
    ['waits while somebody pays', { paying: true }],
  ])('that will be needed soon %s', async (_what, change) => {
    Object.assign(state, change)
    await start().loadAhead(gone)
    expect(reloads).toBe(0)
  })

  it('that was loaded ahead changes nothing', async () => {
    await start().loadAhead(async () => undefined)
    expect(reloads).toBe(0)
  })
})

describe('how often a tab reloads for missing files', () => {
  beforeEach(() => {
    const entries = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => void entries.set(key, text),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is counted for each build', () => {
    expect([1, 2, 3].map(() => claimReload('/a.js', 2))).toEqual([true, true, false])
    expect([claimReload('/b.js', 1), claimReload('/b.js', 1)]).toEqual([true, false])
  })

  it('is not at all where it cannot be remembered', () => {
    vi.stubGlobal('sessionStorage', undefined)
    expect(claimReload('/a.js', 3)).toBe(false)
  })
})

describe('files that are loaded ahead', () => {
  it('includes the page after each payment', () => {
    expect(listScreensToPreload('/ordercart')).toEqual(['/ordercheckout', '/ordersubmit'])
    expect(listScreensToPreload('/ordercheckout')).toEqual(['/ordersubmit'])
    expect(listScreensToPreload('/checkout')).toEqual(['/thankyou'])
    expect(listScreensToPreload('/menus')).toEqual([])
  })
})

it('a payment is under way until its outcome is known, whatever that is', async () => {
  let fail = (_error: Error): void => undefined
  const first = countPaying(new Promise<void>((_, reject) => (fail = reject)))
  const second = countPaying(Promise.resolve('paid'))
  expect(isPayingNow()).toBe(true)
  expect(await second).toBe('paid')
  expect(isPayingNow()).toBe(true)
  fail(new Error('declined'))
  await expect(first).rejects.toThrow('declined')
  expect(isPayingNow()).toBe(false)
})
