// @vitest-environment jsdom
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowPayment } from '#shared/forms/slow-payment.tsx'
import { PaymentForm } from '#lib/payments/payment-form.tsx'
import type { CardPayment } from '#lib/payments/use-card-payment.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})
afterEach(() => void vi.useRealTimers())

it('a slow payment says so after 10 s, and after 30 s that the page is to stay open (N4)', async () => {
  vi.useFakeTimers()
  await show(<SlowPayment />)
  const said: (string | null)[] = []
  for (const ms of [9999, 1, 19_999, 1]) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    said.push(find('[role=status]').textContent)
  }
  const still = 'Still working on your payment…'
  expect(said).toEqual(['', still, still, 'This takes longer than it should. Please do not close this page.'])
})

/** A payment with a saved card that is never answered. */
function Unanswered() {
  const [busy, setBusy] = useState(false)
  const payment = {
    busy,
    pay: () => setBusy(true),
    messages: [],
    source: { card: {}, proof: { lacking: false }, ready: true, isTyped: false, reach: 'reachable' },
  } as unknown as CardPayment
  return <PaymentForm payment={payment} buyer={undefined} dueCents={2500} onBack={() => undefined} />
}

it('a slow payment for gift cards says so, too (N4)', async () => {
  await show(sitePage({ '/pay': () => <Unanswered /> }, { at: '/pay' }).page)
  const pay = await until(() => find('button', 'PLACE ORDER · $25.00'))
  vi.useFakeTimers()
  await press(pay)
  await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
  expect(document.body.textContent).toContain('Still working on your payment…')
  await act(async () => void (await vi.advanceTimersByTimeAsync(20_000)))
  expect(document.body.textContent).toContain('Please do not close this page.')
})
