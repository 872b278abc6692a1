// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteTouches, watchTouches } from '../../../src/launch/touches.ts'

const forget = (): void => void delete document.documentElement.dataset['touched']

beforeEach(() => {
  // The page has just been launched, however long the test's process has run and whatever another file did to the shared page.
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  vi.stubGlobal('scrollY', 0)
  forget()
})
afterEach(() => {
  vi.unstubAllGlobals()
  forget()
})

describe('a page that is told of a newer version, in a browser that counts no events', () => {
  it('is untouched as long as nobody has touched it', () => {
    noteTouches()
    const isQuiet = watchTouches()
    expect(isQuiet()).toBe(true)
    dispatchEvent(new Event('pointerdown'))
    expect(isQuiet()).toBe(false)
  })

  it.each(['pointerdown', 'keydown'])('knows of a %s from before the portal had loaded', (kind) => {
    noteTouches()
    dispatchEvent(new Event(kind))
    expect(watchTouches()()).toBe(false)
  })
})
