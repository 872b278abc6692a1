import type { Page } from '@playwright/test'
import { dayMs } from '#contract/durations.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Call } from '../fixtures/fault-proxy.ts'
import { workerOf } from '../fixtures/worker.ts'
import type { World } from '../fixtures/world.ts'
import { keepCity, other, signIn } from '../pages/account.ts'
import { addMargherita } from '../pages/ordering.ts'

const isEdit = ({ method, path }: Call): boolean => method !== 'GET' && /\/v2.0\/user(\?|$)/.test(path)
const isOfOrder = ({ method, path }: Call): boolean => method === 'POST' && path.endsWith('/items')
const keysOf = (calls: readonly Call[]) => calls.map(({ idempotencyKey }) => idempotencyKey)
const isRefresh = ({ path }: Call): boolean => path.endsWith('/v2.0/auth/refreshtoken')
const cityOf = async ({ database }: World) =>
  (
    await database.query<{ city: string }>(
      `SELECT city FROM users WHERE email = $1 AND location_id = 'bella-nyc'`,
      [other.email],
    )
  )[0]?.city
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'))

test('a worker that is stopped while it sends, and two tabs and the worker at once: each change has one effect (P3, P11); two tabs and the worker that find the token near its expiry make one refresh call (U8) @BC-04 @ST-02', async ({
  page,
  context,
  baseURL,
  faults,
  world,
  clock,
  strict,
}) => {
  test.slow()
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  await signIn(page, other)
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'EDIT' })).toBeVisible()
  await launched(page)
  const worker = await workerOf(context, page, baseURL!)
  await test.step('a worker that is stopped while it sends', async () => {
    await faults.stop()
    await keepCity(page, 'Yonkers')
    // No window is open that could send: only the worker is left.
    await page.goto('about:blank')
    faults.forget()
    const answer = faults.arm(
      { method: 'PUT', path: /\/v2.0\/user(\?|$)/ },
      { kind: 'delay', what: 'answer' },
    )
    await faults.start()
    await worker.wake()
    await answer.met
    await worker.stop()
    answer.release()
    await worker.wake()
    await expect.poll(() => faults.calls.filter(isEdit).length).toBe(2)
    expect(new Set(keysOf(faults.calls.filter(isEdit))).size).toBe(1)
    expect(await cityOf(world)).toBe('Yonkers')
    await page.goto('/account')
    await expect(page.getByText(/Yonkers/)).toBeVisible()
  })

  const second = await context.newPage()
  await test.step('two tabs and the worker at once', async () => {
    await second.goto('/order/dinner/category/pizza/item/margherita')
    await expect(second.getByRole('button', { name: /^ADD TO ORDER/ })).toBeEnabled()
    await faults.stop()
    await addMargherita(second)
    await keepCity(page, 'Albany')
    faults.forget()
    await faults.start()
    const wakePage = (tab: Page) => tab.evaluate(() => dispatchEvent(new Event('online')))
    await Promise.all([wakePage(page), wakePage(second), worker.wake(), worker.wake()])
    await expect.poll(() => cityOf(world)).toBe('Albany')
    await expect.poll(() => faults.calls.filter(isOfOrder).map(({ status }) => status)).toEqual([200])
    expect(faults.calls.filter(isEdit)).toHaveLength(1)
  })

  await test.step('the token is near its expiry', async () => {
    const before = await tokenOf(page)
    await clock.advance(6.5 * dayMs)
    faults.forget()
    await Promise.all([page.goto('/account'), second.goto('/account'), worker.wake()])
    for (const tab of [page, second]) {
      await expect(tab.getByRole('heading', { name: /^Hello/ })).toBeVisible()
      await expect.poll(() => tokenOf(tab)).not.toBe(before)
    }
    expect(await tokenOf(page)).toBe(await tokenOf(second))
    expect(faults.calls.filter(isRefresh)).toHaveLength(1)
  })
})
