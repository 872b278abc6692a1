import { launched } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import { goToPayment, placeButton, readOrderNumber, readTicketId, typeCard } from '../pages/ordering.ts'

/** Chromium logs this for every request while the server is down, sometimes only after it is back. */
const offline = /net::ERR_CONNECTION_(REFUSED|RESET)/

test("I'M HERE without a signal is stored, said to be waiting, and sent by the worker with no window open @ST-16 @MO-16", async ({
  device,
  baseURL,
  faults,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(offline)
  await goToPayment(device.page)
  await typeCard(device.page)
  await placeButton(device.page).click()
  await readOrderNumber(device.page)
  const id = await readTicketId(device.page)
  // A service worker uses the machine's clock: from here on the server and pages do, too.
  await world.clock.set(Date.now())
  await device.page.goto(`${baseURL}/ticket/${id}?action=checkin`)
  await expect(device.page.getByRole('button', { name: "I'M HERE" })).toBeVisible()
  await launched(device.page)
  await faults.stop()
  await device.page.getByLabel('Car make').selectOption('Honda')
  await device.page.getByLabel('Model').fill('Civic')
  await device.page.getByLabel('Color').fill('White')
  await device.page.getByLabel('License plate').fill('ABC 1234')
  await device.page.getByRole('button', { name: "I'M HERE" }).click()
  await expect(device.page.getByText('The restaurant does not know yet')).toBeVisible()
  await expect(device.page.getByRole('link', { name: /^\(212\)/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+1212/,
  )
  await expect(device.page.getByRole('button', { name: "I'M HERE" })).toHaveCount(0)

  // The portal is closed; another page of the origin only provides the developer tools' session and runs none of our code.
  const cdp = await device.context.newCDPSession(device.page)
  const registered = new Promise<string>((resolve) =>
    cdp.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    ),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  await device.page.goto('about:blank')
  faults.forget()
  await faults.start()
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(baseURL!).origin,
    registrationId,
    tag: 'workbox-background-sync:outbox',
    lastChance: false,
  })
  const arrived = async (): Promise<boolean> => {
    const [row] = await world.database.query<{ checked_in_at: unknown }>(
      'SELECT checked_in_at FROM tickets WHERE id = $1',
      [id],
    )
    return row!.checked_in_at !== null
  }
  await expect.poll(arrived, { timeout: 30_000 }).toBe(true)
  const page = await device.relaunch()
  await page.goto(`${baseURL}/ticket/${id}?action=checkin`)
  await expect(page.getByText('The restaurant knows that you are here')).toBeVisible()
})
