import { expect, test as base } from '../fixtures/test.ts'
import { readCode128 } from '../fixtures/read-barcode.ts'
import { member } from '../pages/account.ts'
import { margherita, nora } from '../pages/ordering.ts'
import { type Engine, openGuest } from './engines.ts'
import type { Guest } from './guest.ts'

/** A guest's whole order, and a member at the counter, in engines other than Chromium's (README.md). */

const test = base.extend<{ guest: Guest; engine: Engine }>({
  engine: ['webkit', { option: true }],
  guest: async ({ clock, engine }, use) => {
    // The browser uses the machine's time, which a test cannot set.
    await clock.set(Date.now())
    const guest = await openGuest(engine)
    await use(guest)
    await guest.close()
  },
})

test.setTimeout(300_000)

/** The service worker has cached the portal, and the device has stored the menus. */
async function isKept(guest: Guest): Promise<void> {
  await expect
    .poll(
      () =>
        guest.evaluate(`(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          if (!registration?.active || !navigator.serviceWorker.controller) return 'no worker'
          const database = await new Promise((resolve, reject) => {
            const opening = indexedDB.open('larder')
            opening.onsuccess = () => resolve(opening.result)
            opening.onerror = () => reject(opening.error)
          })
          const count = await new Promise((resolve, reject) => {
            const counting = database.transaction('menuBooks').objectStore('menuBooks').count()
            counting.onsuccess = () => resolve(counting.result)
            counting.onerror = () => reject(counting.error)
          })
          database.close()
          return count
        })()`),
      { timeout: 60_000 },
    )
    .toBe(2)
}

/** Visits the menus, and waits until the device has stored everything that opens offline. */
async function keepMenus(guest: Guest, home: string): Promise<void> {
  await guest.open(`${home}/menus`)
  await isKept(guest)
}

async function order(guest: Guest, home: string): Promise<void> {
  await guest.open(home + margherita)
  await guest.choose(/^16 inch/)
  await guest.tap('button', /^ADD TO ORDER/)
  await guest.find('dialog', 'ADDED TO ORDER')
  await guest.tap('button', 'REVIEW ORDER')
  await guest.find('heading', 'Review order')
}

async function pay(guest: Guest, engine: Engine): Promise<void> {
  await guest.tap('button', 'CONTINUE')
  await guest.find('heading', 'How would you like it?')
  await guest.choose(/Curbside/)
  await guest.tap('button', 'CONTINUE')
  // By the machine's own clock: at night, and late in the evening, the restaurant opens only on another day, and the guest is
  // asked for the time.
  await guest.find('heading', /^(When should it be ready|Who is picking it up)\?$/)
  if ((await guest.words()).includes('When should it be ready?')) await guest.tap('button', 'CONTINUE')
  await guest.find('heading', 'Who is picking it up?')
  await guest.fill('First name', nora.first)
  await guest.fill('Last name', nora.last)
  await guest.fill('Phone', nora.phone)
  await guest.fill('Email', nora.email)
  await guest.tap('button', 'CONTINUE')
  await guest.find('heading', /^(Secure p|P)ayment$/)
  await guest.tap('button', 'Tip 15%')
  test.skip(engine === 'webkit', 'WebKitGTK’s driver focuses nothing in a frame: the card is not typed')
  await guest.fillFrame('Secure card number input frame', '4242424242424242')
  await guest.fillFrame('Secure expiration date input frame', '1230')
  await guest.fillFrame('Secure CVC input frame', '123')
  await guest.tap('button', /^PLACE YOUR ORDER/)
  await guest.read('Order number')
}

test('a guest orders a pizza for the curb and pays by card', async ({ guest, engine, portal, world }) => {
  await order(guest, portal('bella'))
  await pay(guest, engine)
  const number = /\b[A-Z]+-\d+\b/.exec(await guest.words())?.[0]
  const placed = await world.database.query<{ total_cents: number }>(
    'SELECT total_cents FROM submissions WHERE name = $1 ORDER BY submitted_at DESC LIMIT 1',
    [number],
  )
  expect(placed).toEqual([{ total_cents: 2725 }])
})

test('without a signal the menus open, the order is as it was left, and it is placed when the signal is back', async ({
  guest,
  engine,
  portal,
  faults,
}) => {
  const home = portal('bella')
  await keepMenus(guest, home)
  await order(guest, home)
  await faults.stop()
  await guest.open(`${home}/menus/dinner/category/pizza/item/margherita`)
  await guest.find('heading', 'Margherita')
  await guest.read(/Offline/)
  await guest.open(`${home}/order/lunch`)
  await guest.read(/Offline/)
  await guest.open(`${home}/ordercart`)
  await guest.find('button', 'Remove Margherita')
  await faults.start()
  await guest.open(`${home}/ordercart`)
  await pay(guest, engine)
})

test('a dish is added without a signal, and goes to the restaurant when it is back', async ({
  guest,
  portal,
  faults,
}) => {
  const home = portal('bella')
  await keepMenus(guest, home)
  await faults.stop()
  await order(guest, home)
  await guest.open(`${home}/ordercart`)
  await guest.find('button', 'Remove Margherita')
  faults.forget()
  await faults.start()
  await expect
    .poll(
      () => faults.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/items')).length,
      { timeout: 60_000 },
    )
    .toBe(1)
})

test('the member at the counter has a barcode that scans, and its age, without a signal', async ({
  guest,
  portal,
  faults,
}) => {
  const home = portal('bella')
  await guest.open(`${home}/login`)
  await guest.fill('EMAIL', member.email)
  await guest.fill('PASSWORD', member.password)
  await guest.tap('button', 'LOGIN')
  await expect.poll(() => guest.address()).not.toMatch(/\/login/)
  await guest.open(`${home}/mycards`)
  await guest.read('$18.25')
  await isKept(guest)
  await faults.stop()
  await guest.open(`${home}/mycards/counter`)
  await guest.find('dialog', 'Gift card for the counter')
  await guest.read(/as of \d+:\d\d[ap]m/)
  await expect
    .poll(async () => (await readCode128(await guest.picture()))[0] ?? '', { timeout: 30_000 })
    .toMatch(/^\d{16}$/)
})
