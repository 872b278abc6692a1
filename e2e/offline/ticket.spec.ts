import { addMargherita, addShownDish, margherita } from '../pages/ordering.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

const additions = (calls: readonly { method: string; path: string }[]) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/items'))

test('the same ticket survives a reload, a killed tab and a relaunch without a network', async ({
  device,
  baseURL,
  faults,
  strict,
}) => {
  strict.expect(offline)
  await addMargherita(device.page)
  await expect.poll(() => additions(faults.calls).length).toBe(1)
  await launched(device.page)
  const expectOrder = async (page: typeof device.page): Promise<void> => {
    await page.goto(`${baseURL}/ordercart`)
    await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$23.95')
  }
  await device.page.reload()
  await expectOrder(device.page)
  const second = await device.context.newPage()
  await device.page.close()
  await expectOrder(second)
  await faults.stop()
  await expectOrder(await device.relaunch())
})

test('what is picked of a dish outlives a reload without a network, and is forgotten with the page and once it is added', async ({
  device: { page },
  faults,
  strict,
}) => {
  strict.expect(offline)
  await page.goto(margherita)
  await launched(page)
  const large = page.getByRole('radio', { name: '16 inch' })
  const expectPicked = async (): Promise<void> => {
    await expect(large).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Warm marinara/ })).toBeChecked()
    await expect(page.getByRole('button', { name: /^ADD TO ORDER/ })).toContainText('$47.00')
  }
  await large.check()
  await page.getByRole('checkbox', { name: /Warm marinara/ }).check()
  await page.getByRole('button', { name: 'One more' }).click()
  await expectPicked()
  await faults.stop()
  await page.reload()
  await expectPicked()
  await page.getByRole('button', { name: /^ADD TO ORDER/ }).click()
  await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toContainText('2 × Margherita')
  await page.reload()
  await launched(page)
  await expect(large).not.toBeChecked()
})

test('a dish added without a signal is kept, shown, and sent once when the network is back', async ({
  device,
  baseURL,
  faults,
  world,
  strict,
}) => {
  strict.expect(offline)
  await device.page.goto('/menus')
  await launched(device.page)
  await device.page.goto(margherita)
  await expect(device.page.getByRole('button', { name: /^ADD TO ORDER/ })).toBeEnabled()
  await faults.stop()
  const page = await device.relaunch()
  await page.goto(baseURL + margherita)
  await addShownDish(page, { size: '16 inch', quantity: 2 })
  await expect(page.getByRole('dialog')).toContainText('Total, estimated')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'REVIEW ORDER' }).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$47.91')
  await expectAccessible(page)

  const again = await device.relaunch()
  await again.goto(`${baseURL}/ordercart`)
  await expect(again.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  faults.forget()
  await faults.start()
  // The `online` event makes the portal send its waiting changes.
  await again.evaluate(() => dispatchEvent(new Event('online')))
  await expect(again.getByText('Not sent yet')).toHaveCount(0)
  await expect(again.getByRole('region', { name: 'Order summary' })).not.toContainText('estimated')
  expect(additions(faults.calls)).toHaveLength(1)
  // The database is shared with other tests: only this order's lines are counted.
  const [, ticketId] = /\/ticketorder\/([\w-]+)\/items$/.exec(additions(faults.calls)[0]!.path)!
  const lines = await world.database.query<{ quantity: number }>(
    'SELECT quantity FROM ticket_lines WHERE ticket_id = $1',
    [ticketId],
  )
  expect(lines).toEqual([{ quantity: 2 }])
})

test('two tabs with waiting changes send each of them once, and show the same (B10)', async ({
  device,
  baseURL,
  faults,
  strict,
}) => {
  strict.expect(offline)
  await addMargherita(device.page)
  await expect.poll(() => additions(faults.calls).length).toBe(1)
  await launched(device.page)
  const other = await device.context.newPage()
  await other.goto(`${baseURL}/ordercart`)
  await expect(other.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  await faults.stop()
  await device.page.goto(`${baseURL}/ordercart`)
  for (const quantity of ['2', '3', '4'])
    await device.page.getByLabel('Quantity of Margherita').selectOption(quantity)
  // The other tab shows the changes at once.
  await expect(other.getByLabel('Quantity of Margherita')).toHaveValue('4')
  faults.forget()
  await faults.start()
  await Promise.all(
    [device.page, other].map((page) => page.evaluate(() => dispatchEvent(new Event('online')))),
  )
  await expect(other.getByText('Not sent yet')).toHaveCount(0)
  const changes = faults.calls.filter(({ method, path }) => method === 'PUT' && /\/items\/\d+$/.test(path))
  expect(changes.map(({ body }) => (JSON.parse(body) as { quantity: number }).quantity)).toEqual([2, 3, 4])
  expect(new Set(changes.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
})

test('a late message appears above a dish’s bar, and moves nothing away from under a finger', async ({
  device: { page },
  faults,
  strict,
}) => {
  strict.expect(offline)
  await page.goto(margherita)
  await launched(page)
  const add = page.getByRole('button', { name: /^ADD TO ORDER/ })
  await page.getByRole('radio', { name: '16 inch' }).check()
  await expect(add).not.toHaveAttribute('aria-disabled')
  const before = await add.boundingBox()
  await faults.stop()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  const strip = page.getByRole('status').filter({ hasText: /^Offline/ })
  await expect(strip).toBeVisible()
  expect(await add.boundingBox()).toEqual(before)
  const { y, height } = (await strip.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(before!.y)
})
