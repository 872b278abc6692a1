import type { Locator, Page } from '@playwright/test'
import { type Browser, browser } from '../../tests/server/support/push-browser.ts'
import { openElsewhere } from '../fixtures/elsewhere.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { missingWhole, wholeBrowser } from '../fixtures/whole-browser.ts'
import type { World } from '../fixtures/world.ts'
import { administrator, signIn } from '../pages/account.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeCard } from '../pages/ordering.ts'

test.skip(missingWhole !== undefined, missingWhole)
test.use({ launchOptions: wholeBrowser })

/** The browser's real push service cannot be reached: the page gets a made-up endpoint, and keys with which the test can decrypt. */
async function withPushService(page: Page, { subscription }: Browser): Promise<void> {
  await page.context().addInitScript(({ endpoint, keys }) => {
    // An empty page has no PushManager.
    if (!('PushManager' in globalThis) || !isSecureContext) return
    const bytes = (text: string): ArrayBuffer => {
      const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
      return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer
    }
    let held: unknown = null
    Object.assign(PushManager.prototype, {
      getSubscription: async () => held,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        held = {
          endpoint,
          options: { applicationServerKey: bytes(applicationServerKey) },
          getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
          async unsubscribe() {
            held = null
            return true
          },
        }
        return held
      },
    })
  }, subscription)
}

/** Where the text of an element begins: its box may be wider, invisibly. */
const wordsAt = (place: Locator): Promise<number> =>
  place.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return range.getBoundingClientRect().x
  })

/** The messages that the server sent to a browser, decrypted. */
const readPushes = (world: World, { subscription, read }: Browser): string[] =>
  world.pushed.filter(({ endpoint }) => endpoint === subscription.endpoint).map(({ body }) => read(body))

/** Delivers messages to the device's service worker, as the browser would after decrypting them, and reads the notifications it shows. */
async function openPushes(page: Page, origin: string) {
  const context = page.context()
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = context.serviceWorkers()
  return async (data: string) => {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    return worker!.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
    })
  }
}

test('a guest who asks for notifications is told by the worker, with the page closed and in the server’s words, that the order is ready or cancelled', async ({
  device,
  baseURL,
  browser: another,
  strict,
  clock,
  world,
}) => {
  test.slow()
  const { page, context } = device
  const { origin } = new URL(baseURL!)
  await context.grantPermissions(['notifications'], { origin })
  const phone = browser()
  await withPushService(page, phone)
  await goToPayment(page)
  await typeCard(page)
  await placeButton(page).click()
  const number = await readOrderNumber(page)
  const id = await readTicketId(page)
  await page.goto(`${baseURL}/ticket/${id}`)
  await launched(page)
  await page.reload()
  const tell = page.getByRole('button', { name: 'Tell me when it’s ready' })
  await expect(tell).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  const [words, title] = [await wordsAt(tell), await wordsAt(page.getByRole('heading', { level: 1 }))]
  expect(Math.abs(words - title)).toBeLessThanOrEqual(1)
  await tell.click()
  await expect(page.getByText('We’ll notify this device.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const rows = () =>
    world.database.query('SELECT endpoint FROM push_subscriptions WHERE ticket_id = $1', [id])
  expect(await rows()).toEqual([{ endpoint: phone.subscription.endpoint }])

  const shownOf = await openPushes(page, origin)
  // The portal is closed; another page only provides the developer tools' session and runs none of our code.
  await page.goto('about:blank')
  const staff = await openElsewhere(another, { strict, clock }, { baseURL: baseURL! })
  const kitchen = await staff.newPage()
  await signIn(kitchen, administrator)
  await kitchen.goto('/kitchen')
  for (const step of ['START', 'READY'])
    await kitchen.getByRole('button', { name: `${step}: ${number}` }).click()
  await expect.poll(() => readPushes(world, phone)).toHaveLength(1)
  await kitchen.getByRole('button', { name: `Cancel ${number}`, exact: true }).click()
  await kitchen.getByLabel('Why').selectOption({ label: 'Too busy' })
  await kitchen.getByRole('button', { name: `CANCEL ${number}`, exact: true }).click()
  await expect.poll(() => readPushes(world, phone)).toHaveLength(2)
  await staff.close()
  const [ready, cancelled] = readPushes(world, phone) as [string, string]
  expect(JSON.parse(ready)).toMatchObject({ path: `/ticket/${id}`, text: `Order ${number} is ready.` })
  // The developer tools drop a message while the worker starts or stops, where a push service would keep it. So it is pushed
  // again until it is shown; a repeat replaces the notification before it.
  await expect
    .poll(() => shownOf(ready))
    .toEqual([{ title: 'Bella Trattoria', body: `Order ${number} is ready.` }])
  // A later message about the same order replaces the earlier one.
  await expect
    .poll(() => shownOf(cancelled))
    .toEqual([{ title: 'Bella Trattoria', body: `Order ${number} was canceled.` }])

  await page.goto(`${baseURL}/ticket/${id}`)
  await launched(page)
  // Until the server has answered, the device's stored copy shows the order's number as the heading.
  await expect(page.getByRole('heading', { name: 'Your order was canceled', level: 1 })).toBeVisible()
  await expectAccessible(page)
})
