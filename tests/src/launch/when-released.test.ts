// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { announceHydrating, announceReady, keepEarlyTap } from '../../../src/launch/early-tap.ts'
import { whenReleased } from '../../../src/launch/when-released.ts'

beforeAll(() => keepEarlyTap())
// The next file uses the same page: stop keeping early taps.
afterAll(() => [announceHydrating(), announceReady()])
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.documentElement.removeAttribute('data-held')
})

/** Presses a finger down, and waits for its release. */
function hold(): { isOver: boolean } {
  dispatchEvent(new Event('pointerdown'))
  const waiting = { isOver: false }
  void whenReleased().then(() => (waiting.isOver = true))
  return waiting
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a finger on a view that is about to give way', () => {
  it('is waited for until its click, which WebKit sends in a separate task', async () => {
    const waiting = hold()
    dispatchEvent(new Event('pointerup'))
    await wait(300)
    expect(waiting.isOver).toBe(false)
    dispatchEvent(new Event('click'))
    await wait(10)
    expect(waiting.isOver).toBe(true)
  })

  it('is waited for no longer where no click comes', async () => {
    const waiting = hold()
    dispatchEvent(new Event('pointerup'))
    await wait(400)
    expect(waiting.isOver).toBe(true)
  })

  it.each([
    ['has scrolled', () => dispatchEvent(new Event('pointercancel')), 10],
    ['only rests there', () => true, 1050],
  ])('is not waited for if it %s', async (_what, act, ms) => {
    const waiting = hold()
    act()
    await wait(ms)
    expect(waiting.isOver).toBe(true)
  })
})
