// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowPayment } from '#features/checkout/components/slow-payment.tsx'
import { find, show } from '../support/screen.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a payment that takes its time says so after 10 s, and after 30 s that the page is to stay (N4)', async () => {
  await show(<SlowPayment />)
  const said: (string | null)[] = []
  for (const ms of [9999, 1, 19_999, 1]) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    said.push(find('[role=status]').textContent)
  }
  const still = 'Still working on your payment…'
  expect(said).toEqual(['', still, still, 'This takes longer than it should. Please do not close this page.'])
})
