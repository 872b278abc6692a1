// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { cardOrderPage, CardOrdersNet, program } from '../support/card-order-page.tsx'
import { inAct } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

it('a step that the device has no room to store says so and stays, and no error escapes (D1)', async () => {
  const escaped: unknown[] = []
  const note = (cause: unknown): void => void escaped.push(cause)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const net = new CardOrdersNet()
  net.programs = [program('classic'), program('harvest')]
  const { page, db } = await cardOrderPage(net, '/flow/SendText')
  await show(page)
  const card = await until(() => find<HTMLButtonElement>('button', 'The harvest card'))
  let isFull = true
  db.cardOrders.hook('updating', () => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
  })
  await press(card)
  await until(() => expect(find('[role=alert]').textContent).toContain('couldn’t be saved on this device'))
  // Node reports a rejection that nobody has taken once this turn is over.
  await inAct(() => new Promise((resolve) => setTimeout(resolve)))
  expect([find('form h2').textContent, escaped]).toEqual(['Choose a card', []])
  isFull = false
  await press(find('button', 'The harvest card'))
  await until(() => expect(find('form h2').textContent).toBe('Choose an amount'))
})
