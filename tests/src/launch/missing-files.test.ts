import { beforeEach, describe, expect, it } from 'vitest'
import { createMissingFiles, listAhead } from '../../../src/launch/missing-files.ts'
import { countPaying, isPayingNow } from '#app/paying-now.ts'

describe('a file of an older build that is gone (V2)', () => {
  let state: { online: boolean; paying: boolean; claimed: boolean; refused: boolean; other: boolean }
  let reloads: number
  beforeEach(() => {
    state = { online: true, paying: false, claimed: false, refused: false, other: true }
    reloads = 0
  })
  const start = () =>
    createMissingFiles({
      isOnline: () => state.online,
      isPaying: () => state.paying,
      claimReload() {
        if (state.claimed || state.refused) return false
        return (state.claimed = true)
      },
      reload: () => void reloads++,
      isOtherServed: async () => state.other,
    })
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

  it('loads the page once more, and once only', () => {
    const files = start()
    files.onMissing()
    files.onMissing()
    expect(reloads).toBe(1)
  })

  it.each([
    ['without a network', { online: false }],
    ['between the tap that pays and its outcome', { paying: true }],
    ['where it cannot be remembered', { refused: true }],
  ])('is left to the screen %s', (_when, change) => {
    Object.assign(state, change)
    start().onMissing()
    expect(reloads).toBe(0)
  })

  it('that will be needed soon loads the page once more before the guest pays', async () => {
    const files = start()
    await files.loadAhead(() => {
      // The browser says so at once: it is no screen's error yet.
      files.onMissing()
      expect(reloads).toBe(0)
      return gone()
    })
    expect(reloads).toBe(1)
  })

  it.each([
    ['is not gone for good while the server has the same build', { other: false }],
    ['waits for the network', { online: false }],
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

describe('what is loaded ahead', () => {
  it('is where each payment leads', () => {
    expect(listAhead('/ordercart')).toEqual(['/ordercheckout', '/ordersubmit'])
    expect(listAhead('/ordercheckout')).toEqual(['/ordersubmit'])
    expect(listAhead('/checkout')).toEqual(['/thankyou'])
    expect(listAhead('/menus')).toEqual([])
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
