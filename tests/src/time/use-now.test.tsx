// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { agoText } from '#lib/time/age.ts'
import { useNow } from '#lib/time/use-now.ts'
import { watchedNet } from '../../../src/launch/watched-net.ts'
import { show } from '../support/screen.tsx'

const Now = () => <p>{useNow()}</p>
const shown = () => Number(document.querySelector('p')?.textContent)
const hour = 60 * 60_000

afterEach(() => void noteServerDate(new Date().toUTCString(), Date.now()))

it('is the time of who asks first, not of when the page was opened', async () => {
  const later = Date.now() + hour
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  await show(<Now />)
  await vi.waitFor(() => expect(shown()).toBe(later))
})

it('is the restaurant’s as soon as an answer gives it, whatever this device’s clock says (T1)', async () => {
  await show(<Now />)
  const before = shown()
  const header = { 'content-type': 'application/json', date: new Date(before - 25 * hour).toUTCString() }
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: header }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const net = watchedNet(() => undefined)
  await act(() => net.send({ method: 'GET', url: '/api', headers: {}, timeoutMs: 1000 }))
  await vi.waitFor(() => expect(Math.abs(shown() - (before - 25 * hour))).toBeLessThan(10_000))
})

it('leaves the age of what the device stored as it is (T1)', () => {
  const now = Date.now()
  noteServerDate(new Date(now - 25 * hour).toUTCString(), now)
  expect(agoText(now - 3 * hour - 10_000, now - 25 * hour)).toBe('3 h ago')
})

it('does not call new what was dated by a clock that was ahead (T1)', () => {
  const now = Date.now()
  expect(agoText(now + 24 * hour, now)).toBe('some time ago')
  // A clock that ticks every half minute may be behind data that has just arrived.
  expect(agoText(now, now - 8 * hour)).toBe('just now')
})
