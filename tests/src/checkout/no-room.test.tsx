// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { book, ordered, title } from '../support/checkout-page.tsx'
import { orderPage } from '../support/order-page.tsx'
import { fill, find, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

it('what is typed where the device has room for nothing stays on the screen, and no error escapes (D1)', async () => {
  const escaped: unknown[] = []
  const note = (cause: unknown): void => void escaped.push(cause)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  keepStep('information')
  const { page, db } = await orderPage({
    ticket: ordered({ use_curbside: true }),
    book,
    at: '/ordercheckout',
  })
  await show(page)
  await title('Who is picking it up?')
  let refused = 0
  db.tickets.hook('updating', () => {
    refused += 1
    throw new DOMException('full', 'QuotaExceededError')
  })
  await fill(find('input', 'First name'), 'Nora')
  await until(() => expect(refused).toBeGreaterThan(0))
  // Node reports a rejection that nobody has taken once this turn is over.
  await new Promise((resolve) => setTimeout(resolve))
  expect([find<HTMLInputElement>('input', 'First name').value, escaped]).toEqual(['Nora', []])
})
