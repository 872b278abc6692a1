import type { Page } from '@playwright/test'
import { margherita } from '../pages/ordering.ts'
import { launched } from '../fixtures/launched.ts'
import type { FaultProxy } from '../fixtures/fault-proxy.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

const additions = (calls: readonly { method: string; path: string }[]) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/items'))

const quantityOf = (page: Page) => page.getByLabel('Quantity of Margherita')

/** The order in this tab, as the server has it: two large pizzas, each with marinara, with tax. */
async function expectOrder(page: Page, baseURL: string): Promise<void> {
  await page.goto(`${baseURL}/ordercart`)
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$51.17')
}

const goOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))

test('a late message appears above a dish’s bar, and moves nothing away from under a finger; what is picked of a dish outlives a reload without a network, and is forgotten once it is added; a dish added without a signal is kept, shown, and sent once when the network is back; the same ticket survives a reload, a killed tab and a relaunch without a network; two tabs with waiting changes send each of them once, and show the same (B10)', async ({
  device,
  baseURL,
  faults,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(offline)
  await device.page.goto(baseURL + margherita)
  await launched(device.page)
  await addWithoutSignal(device.page, faults)
  await device.page.goto(`${baseURL}/ordercart`)
  await expect(device.page.getByText('Not sent yet')).toBeVisible()
  await expect(device.page.getByRole('region', { name: 'Order summary' })).toContainText('$51.17')
  await expectAccessible(device.page)

  let page = await device.relaunch()
  await page.goto(`${baseURL}/ordercart`)
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  faults.forget()
  await faults.start()
  await test.step('the `online` event makes the portal send its waiting changes', async () => {
    await goOnline(page)
    await expect(page.getByText('Not sent yet')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Order summary' })).not.toContainText('estimated')
    expect(additions(faults.calls)).toHaveLength(1)
    // The database is shared with other tests: only this order's lines are counted.
    const [, ticketId] = /\/ticketorder\/([\w-]+)\/items$/.exec(additions(faults.calls)[0]!.path)!
    const lines = await world.database.query<{ quantity: number }>(
      'SELECT quantity FROM ticket_lines WHERE ticket_id = $1',
      [ticketId],
    )
    expect(lines).toEqual([{ quantity: 2 }])
  })

  await test.step('the same ticket survives a reload, a killed tab and a relaunch', async () => {
    await page.reload()
    await expectOrder(page, baseURL!)
    const second = await device.context.newPage()
    await page.close()
    await expectOrder(second, baseURL!)
    await faults.stop()
    page = await device.relaunch()
    await expectOrder(page, baseURL!)
  })

  await test.step('two tabs show the same changes, and send each of them once', async () => {
    const other = await device.context.newPage()
    await expectOrder(other, baseURL!)
    for (const quantity of ['3', '4', '5']) await quantityOf(page).selectOption(quantity)
    // The other tab shows the changes at once.
    await expect(quantityOf(other)).toHaveValue('5')
    faults.forget()
    await faults.start()
    await Promise.all([page, other].map(goOnline))
    await expect(other.getByText('Not sent yet')).toHaveCount(0)
    const changes = faults.calls.filter(({ method, path }) => method === 'PUT' && /\/items\/\d+$/.test(path))
    expect(changes.map(({ body }) => (JSON.parse(body) as { quantity: number }).quantity)).toEqual([3, 4, 5])
    expect(new Set(changes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
  })
})

/** Picks a dish, loses the signal, reloads, and adds two of it. */
async function addWithoutSignal(page: Page, faults: FaultProxy): Promise<void> {
  const add = page.getByRole('button', { name: /^ADD TO ORDER/ })
  const large = page.getByRole('radio', { name: '16 inch' })
  await large.check()
  await expect(add).not.toHaveAttribute('aria-disabled')
  const before = await add.boundingBox()
  await faults.stop()
  await test.step('a late message moves nothing', async () => {
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    const strip = page.getByRole('status').filter({ hasText: /^Offline/ })
    await expect(strip).toBeVisible()
    expect(await add.boundingBox()).toEqual(before)
    const { y, height } = (await strip.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(before!.y)
  })
  const expectPicked = async (): Promise<void> => {
    await expect(large).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Warm marinara/ })).toBeChecked()
    await expect(add).toContainText('$47.00')
  }
  await page.getByRole('checkbox', { name: /Warm marinara/ }).check()
  await page.getByRole('button', { name: 'One more' }).click()
  await expectPicked()
  await page.reload()
  await expectPicked()
  await add.click()
  const added = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
  await expect(added).toContainText('2 × Margherita')
  await expect(added).toContainText('Total, estimated')
  await expectAccessible(page)
  await page.reload()
  await launched(page)
  await expect(large).not.toBeChecked()
}
