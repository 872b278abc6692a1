import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserLocks } from '#lib/ports/browser.ts'

afterEach(() => vi.unstubAllGlobals())

const refused = (): Promise<never> =>
  Promise.reject(new DOMException('The request was denied.', 'SecurityError'))

function browserWith(request: () => Promise<unknown>, query: () => Promise<unknown>) {
  const locks = {
    request: vi.fn<() => Promise<unknown>>(request),
    query: vi.fn<() => Promise<unknown>>(query),
  }
  vi.stubGlobal('navigator', { locks })
  return locks
}

describe('a browser that has Web Locks and refuses them, as it does its storage (D4)', () => {
  it('admits one after the other within the page, asks the browser only once, and knows who holds a lock', async () => {
    const asked = browserWith(refused, refused)
    const { withLock, isHeld } = browserLocks()
    const steps: string[] = []
    let letGo = (): void => undefined
    const first = withLock('outbox', async () => {
      steps.push('first in')
      await new Promise<void>((resolve) => (letGo = resolve))
      steps.push('first out')
    })
    await expect.poll(() => steps).toEqual(['first in'])
    const second = withLock('outbox', async () => {
      steps.push('second in')
      return 'sent'
    })
    expect([await isHeld('outbox'), await isHeld('paying')]).toEqual([true, false])
    letGo()
    await first
    expect([await second, steps]).toEqual(['sent', ['first in', 'first out', 'second in']])
    expect([asked.request.mock.calls.length, asked.query.mock.calls.length]).toEqual([1, 0])
  })

  it('tells nobody that a lock is held when it only asks', async () => {
    browserWith(refused, refused)
    expect(await browserLocks().isHeld('paying')).toBe(false)
  })

  it('is not what an error of the work itself means, which is done once', async () => {
    const asked = browserWith(
      async (...given: unknown[]) => await (given[1] as () => Promise<unknown>)(),
      refused,
    )
    const { withLock } = browserLocks()
    const work = vi.fn<() => Promise<never>>(async () => {
      throw new DOMException('no', 'SecurityError')
    })
    await expect(withLock('outbox', work)).rejects.toThrow('no')
    await expect(withLock('outbox', work)).rejects.toThrow('no')
    expect([work.mock.calls.length, asked.request.mock.calls.length]).toEqual([2, 2])
  })

  it('is not what a page means that is being left: nothing is done there', async () => {
    const left = (): Promise<never> => Promise.reject(new DOMException('inactive', 'InvalidStateError'))
    browserWith(left, left)
    const { withLock, isHeld } = browserLocks()
    const work = vi.fn<() => Promise<void>>()
    await expect(withLock('outbox', work)).rejects.toThrow('inactive')
    await expect(isHeld('outbox')).rejects.toThrow('inactive')
    expect(work).not.toHaveBeenCalled()
  })
})
