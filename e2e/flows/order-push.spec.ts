import type { Page } from '@playwright/test'
import { launched } from '../fixtures/launched.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { missingWhole, wholeBrowser } from '../fixtures/whole-browser.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeCard } from '../pages/ordering.ts'

test.skip(missingWhole !== undefined, missingWhole)
test.use({ launchOptions: wholeBrowser })

/** No push service can be reached from here: the page is given an address as one would give it out. What is pushed comes by the browser's own tools. */
async function withPushService(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    // An empty page has neither.
    if (!('PushManager' in globalThis) || !isSecureContext) return
    let held: unknown = null
    const point = crypto.subtle
      .generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      .then(({ publicKey }) => crypto.subtle.exportKey('raw', publicKey))
    Object.assign(PushManager.prototype, {
      getSubscription: async () => held,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const p256dh = await point
        const keys: Record<string, ArrayBuffer> = { p256dh, auth: new Uint8Array(16).buffer }
        const base64 = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')
        const key = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer
        held = {
          endpoint: 'https://push.example.com/send/1',
          options: { applicationServerKey: key },
          getKey: (name: string) => keys[name],
          async unsubscribe() {
            held = null
            return true
          },
        }
        return held
      },
    })
  })
}

test('a guest who taps is told by the worker with the page closed that the order is ready', async ({
  device,
  baseURL,
  world,
}) => {
  test.slow()
  const { page, context } = device
  const { origin } = new URL(baseURL!)
  await context.grantPermissions(['notifications'], { origin })
  await withPushService(page)
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
  await tell.click()
  await expect(page.getByText('We’ll notify this device.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const rows = () =>
    world.database.query('SELECT endpoint FROM push_subscriptions WHERE ticket_id = $1', [id])
  expect(await rows()).toEqual([{ endpoint: 'https://push.example.com/send/1' }])

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
  // The portal is closed; another page only lends its tools, and runs nothing of ours.
  await page.goto('about:blank')
  const push = (kind: string): Promise<unknown> =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify({ kind, merchant: 'Bella Trattoria', order: number, path: `/ticket/${id}` }),
    })
  const shown = () =>
    worker!.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
    })
  // The browser's tool drops a message while it stops or starts the worker, where a push service would keep it: it is pushed until it is there, each
  // time in the place of the one before.
  const shownAfter = (kind: string) => async () => {
    await push(kind)
    return shown()
  }
  await expect
    .poll(shownAfter('ready'))
    .toEqual([{ title: 'Bella Trattoria', body: `Order ${number} is ready.` }])
  // A later word of the same order takes its place.
  await expect
    .poll(shownAfter('cancelled'))
    .toEqual([{ title: 'Bella Trattoria', body: `Order ${number} was canceled.` }])

  await page.goto(`${baseURL}/ticket/${id}`)
  await launched(page)
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
})
