import { expect, it, onTestFinished } from 'vitest'
import { setServerOffset } from '#lib/ports/server-clock.ts'
import { serverTimeOfDay } from '#lib/ports/server-time-of-day.ts'

it('a call asks for what is served at the restaurant’s time, whatever the device’s clock says (T1)', () => {
  const noon = Date.parse('2026-11-20T17:00:00Z')
  expect(serverTimeOfDay(noon, 'America/New_York')).toBe('12:00pm')
  setServerOffset(5 * 60 * 60 * 1000)
  onTestFinished(() => setServerOffset(0))
  expect(serverTimeOfDay(noon, 'America/New_York')).toBe('5:00pm')
})
