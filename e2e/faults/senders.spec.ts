import type { Page } from '@playwright/test'
import { launched } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Call } from '../fixtures/fault-proxy.ts'
import { keepCity, other, signIn } from '../pages/account.ts'
import { addMargherita } from '../pages/ordering.ts'

const isEdit = ({ method, path }: Call): boolean => method !== 'GET' && /\/v2.0\/user(\?|$)/.test(path)
const isOfOrder = ({ method, path }: Call): boolean => method === 'POST' && path.endsWith('/items')
const keysOf = (calls: readonly Call[]) => calls.map(({ idempotencyKey }) => idempotencyKey)

test('a worker that is stopped while it sends, and two tabs and the worker at once: each change has one effect (P3, P11)', async ({
  page,
  context,
  baseURL,
  faults,
  world,
  strict,
}) => {
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  await signIn(page, other)
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'EDIT' })).toBeVisible()
  await launched(page)
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    ),
  )
  await cdp.send('ServiceWorker.enable')
  const wakeWorker = async () =>
    await cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin: new URL(baseURL!).origin,
      registrationId: await registered,
      tag: 'workbox-background-sync:outbox',
      lastChance: false,
    })
  const cityOf = async () =>
    (
      await world.database.query<{ city: string }>(
        `SELECT city FROM users WHERE email = $1 AND location_id = 'bella-nyc'`,
        [other.email],
      )
    )[0]?.city

  await faults.stop()
  await keepCity(page, 'Yonkers')
  // No window is open that could send: only the worker is left.
  await page.goto('about:blank')
  faults.forget()
  const answer = faults.arm({ method: 'PUT', path: /\/v2.0\/user(\?|$)/ }, { kind: 'delay', what: 'answer' })
  await faults.start()
  await wakeWorker()
  await answer.met
  await cdp.send('ServiceWorker.stopAllWorkers')
  answer.release()
  await wakeWorker()
  await expect.poll(() => faults.calls.filter(isEdit).length).toBe(2)
  expect(new Set(keysOf(faults.calls.filter(isEdit))).size).toBe(1)
  expect(await cityOf()).toBe('Yonkers')
  await page.goto('/account')
  await expect(page.getByText(/Yonkers/)).toBeVisible()

  const second = await context.newPage()
  await second.goto('/order/dinner/category/pizza/item/margherita')
  await expect(second.getByRole('button', { name: /^ADD TO ORDER/ })).toBeEnabled()
  await faults.stop()
  await addMargherita(second)
  await keepCity(page, 'Albany')
  faults.forget()
  await faults.start()
  const wakePage = (tab: Page) => tab.evaluate(() => dispatchEvent(new Event('online')))
  await Promise.all([wakePage(page), wakePage(second), wakeWorker(), wakeWorker()])
  await expect.poll(cityOf).toBe('Albany')
  await expect.poll(() => faults.calls.filter(isOfOrder).map(({ status }) => status)).toEqual([200])
  expect(faults.calls.filter(isEdit)).toHaveLength(1)
})
