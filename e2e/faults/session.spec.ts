import type { Page } from '@playwright/test'
import type { World } from '../fixtures/world.ts'
import { launched } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import { fillLogin, loginButton, member, other, signIn } from '../pages/account.ts'
import {
  addMargherita,
  chooseCurbside,
  chooseTime,
  goToPayment,
  placeButton,
  readOrderNumber,
  reviewOrder,
  typeNewCard,
} from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

const refused = /status of 401/
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token'))

/** Ends every session, as if from another device. */
const revokeAll = ({ database, clock }: World) =>
  database.query(`UPDATE sessions SET revoked_at = $1, revoked_because = 'test' WHERE revoked_at IS NULL`, [
    clock.now(),
  ])

test('a session that the server has ended leads to the login and back to the same step, with the order (U7); one person’s changes and data are neither sent nor shown when another signs in (U2), whom a stored previous path to another site leads home (X3); signing out while another tab pays waits for the payment: one charge, and the order stands (U3) @ER-03 @ST-04 @RT-09', async ({
  page,
  context,
  faults,
  world,
  strict,
}) => {
  test.slow()
  strict.expect(refused)
  // The confirmation may request its order once more after the device has become a guest's: the order belongs to the member.
  strict.expect(/404 \(Not Found\) .*\/ticketorder\/[\w-]+\?time=\S+\)$/)
  // Requests under way when the session ended are answered with 401.
  strict.expect(/401 \(Unauthorized\) .*\/ticketorder\/open\)$/)
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)/)
  await signIn(page)
  await addMargherita(page)
  await reviewOrder(page)
  await chooseCurbside(page)
  await expect(page.getByRole('button', { name: 'Change order type' })).toBeVisible()
  // A member's saved choices skip the time step. Wait for the requests of that step: the next call is then the test's own.
  await press(page.getByRole('button', { name: 'Change time' }))
  await expect(page.getByLabel('Time', { exact: true })).toBeVisible()
  await revokeAll(world)
  await chooseTime(page)
  await expect(loginButton(page)).toBeVisible()
  await expect(page.getByText('You have been signed out')).toBeVisible()
  await fillLogin(page, member)
  await expect(page).toHaveURL(/\/ordercheckout$/)
  await expect(
    page.getByRole('heading', { name: /When should it be ready\?|Who is picking it up\?/ }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Margherita')

  await test.step('another person signs in', async () => {
    await launched(page)
    await page.goto('/ordercart')
    await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
    await faults.stop()
    await page.getByLabel('Quantity of Margherita').selectOption('7')
    await expect(page.getByText('Not sent yet')).toBeVisible()
    await revokeAll(world)
    faults.forget()
    await faults.start()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(loginButton(page)).toBeVisible()
    await page.evaluate(() => sessionStorage.setItem('previouspath', '//evil.test'))
    await fillLogin(page, other)
    await expect(page).toHaveURL(/^http:\/\/bella\.localhost:\d+\/$/)
    expect(await page.evaluate(() => sessionStorage.getItem('previouspath'))).toBeNull()
    await page.goto('/ordercart')
    await expect(page).toHaveURL(/localhost:\d+\/$/)
    expect(await countWaiting(page)).toBe(0)
    const lines = await world.database.query('SELECT 1 FROM ticket_lines WHERE quantity = 7')
    expect(lines).toHaveLength(0)
  })

  await test.step('signing out while another tab pays waits for the payment', async () => {
    await goToPayment(page)
    const paid = async () => (await world.database.query('SELECT 1 FROM payments')).length
    const before = await paid()
    await typeNewCard(page)
    const rule = faults.arm({ method: 'POST', path: /\/payment$/ }, { kind: 'delay', what: 'answer' })
    await press(placeButton(page))
    await rule.met
    const second = await context.newPage()
    await second.goto('/login')
    await expect(second.getByText('A payment is being finished.')).toBeVisible()
    rule.release()
    expect(await readOrderNumber(page)).toMatch(/^B-\d+$/)
    await expect(loginButton(second)).toBeVisible()
    expect(await paid()).toBe(before + 1)
    // This tab learns from the other one that the session is over.
    await expect.poll(() => tokenOf(page)).toBeNull()
  })
})

/** How many changes wait on this device. */
const countWaiting = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('larder')
        opening.onerror = () => reject(opening.error as Error)
        opening.onsuccess = () => {
          const count = opening.result.transaction('outbox').objectStore('outbox').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
