import type { Page } from '@playwright/test'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import { goToPayment, placeButton, typeCard } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/** docs/decisions/039: a guest who paid just before their page crashed must not order twice. */

const current = (page: Page) => page.getByRole('list', { name: 'Your current orders' }).getByRole('link')
const named = /^Your order \w-\d+, ready /

test('the page dies at submit: the next page that is opened names the order', async ({ device, faults }) => {
  test.slow()
  const { page } = device
  await page.goto('/')
  await launched(page)
  await goToPayment(page)
  await typeCard(page)
  const cut = faults.arm({ method: 'POST', path: /\/submit$/ }, { kind: 'after-commit' })
  faults.arm({ method: 'GET', path: /\/ticketorder\/[\w-]+\?time=/, count: 20 }, { kind: 'before' })
  await press(placeButton(page))
  await cut.met
  // No network at all, and the system has evicted the browser from memory.
  await faults.stop()
  const again = await device.relaunch()
  await again.clock.install()
  await again.goto('/')
  await expect(current(again)).toHaveText('We are checking your payment for your order…')
  faults.disarm()
  await faults.start()
  // The portal polls every 15 seconds (src/lib/query/current-orders.ts).
  await again.clock.fastForward(16_000)
  await expect(current(again)).toHaveText(named, { timeout: 45_000 })
  await again.goto('/menus')
  await expect(current(again)).toHaveText(named)
  for (const path of [
    '/order',
    '/about',
    '/login',
    '/sendcard',
    '/order/dinner/category/pizza/item/margherita',
  ]) {
    await walkTo(again, path)
    await expect(current(again), path).toHaveText(named)
  }
  await expectNoHorizontalScroll(again)
  await expectAccessible(again)
  const number = /\w-\d+/.exec(await current(again).innerText())![0]
  await current(again).click()
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
  await expect(current(again)).toHaveCount(0)
})
