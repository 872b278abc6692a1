import type { Page } from '@playwright/test'
import { keptKey, pathKey } from '#contract/page-format.ts'
import { type ScreenPattern } from '#contract/screens.ts'
import { unkeptScreens } from '#contract/unkept-screens.ts'
import { listAddresses, pathOf } from '../../bench/addresses.ts'
import { offlineReady } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import type { World } from '../fixtures/world.ts'
import { fillLogin, member } from '../pages/account.ts'
import { cardIdOf, cardNumbers } from '../pages/cards.ts'
import { fillCart } from '../pages/card-orders.ts'
import { addMargherita } from '../pages/ordering.ts'

/** A later launch, on any address, shows what the device last showed there before any script has run (docs/decisions/057). */

const day = 24 * 60 * 60 * 1000

/** Addresses that redirect a member with a draft order. */
const leadsOn: readonly ScreenPattern[] = ['/ordersubmit']

/** Views of an order that is not placed: the server drops one that nobody has touched for a day, meals and posted cards alike. */
const aboutOrder = ['/ordercart', '/ordercheckout', '/cart', '/checkout']

/** The addresses for which this device has stored a view since an instant (ms). */
const listViews = (page: Page, since: number): Promise<string[]> =>
  page.evaluate(
    (from) =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('larder')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keptViews').objectStore('keptViews').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            const rows = reading.result as { address: string; savedAt: number }[]
            resolve(rows.filter(({ savedAt }) => savedAt >= from).map(({ address }) => address))
          }
        }
      }),
    since,
  )

/** Every address for which a member's device stores a view, with the member's own card and order in it. */
async function listKept(world: World): Promise<{ pattern: ScreenPattern; address: string }[]> {
  const [ticket] = await world.database.query<{ id: string }>(
    `SELECT t.id FROM tickets t JOIN users u ON u.id = t.user_id WHERE u.email = $1 AND t.status <> 'Open' LIMIT 1`,
    [member.email],
  )
  const made = { ticket: ticket!.id, card: await cardIdOf(world, cardNumbers.second) }
  return (
    listAddresses()
      // Opening the sign-in signs the member out.
      .filter(({ pattern }) => unkeptScreens[pattern] === undefined && pattern !== '/login')
      .map((address) => ({ pattern: address.pattern, address: pathOf(address, made) }))
  )
}

/** The texts in a screen's markup. */
const readTexts = (html: string): string[] =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && text !== '&nbsp;')

test('without a signal, before any script has run, every address shows what the device last had there, and nothing that is no longer true @OV-10', async ({
  device,
  baseURL,
  clock,
  faults,
  strict,
  world,
}) => {
  test.setTimeout(600_000)
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)|40[0-9]|Failed to load resource/)
  const { page } = device
  await page.goto('/login')
  await fillLogin(page, member)
  await expect(page).not.toHaveURL(/login/)
  await addMargherita(page)
  // Checkout sends the member's details to the restaurant, which changes the order and makes earlier views of it stale: finish
  // that before any view is stored.
  await page.goto('/ordercheckout')
  await expect(page.getByRole('button', { name: 'BACK', exact: true })).toBeVisible()
  await fillCart(page)
  await offlineReady(page)

  const addresses = await listKept(world)
  const isPrepared = (html: string, address: string): boolean => html.includes(`data-${pathKey}="${address}"`)

  const led: string[] = []
  const kept: string[] = []
  for (const { pattern, address } of addresses) {
    const since = await page.evaluate(() => Date.now())
    await walkTo(page, address)
    const landed = (): Promise<string> => page.evaluate(() => location.pathname + location.search)
    await expect(async () => {
      const at = await landed()
      expect(await listViews(page, since), address).toContain(at)
    }).toPass({ timeout: 20_000, intervals: [100] })
    if ((await landed()) === address) kept.push(address)
    else led.push(pattern)
  }
  expect(led).toEqual(leadsOn)

  await faults.stop()
  let later = await device.relaunch()
  const wrong: string[] = []
  const beginsWithView = async (address: string): Promise<string | undefined> => {
    const html = await (await later.goto(`${baseURL}${address}`))!.text()
    if (html.includes(`data-${keptKey}="`)) return html
    if (!isPrepared(html, address)) wrong.push(`${address}: begins with nothing`)
    return undefined
  }
  // The worker uses no network for any of them, so the addresses of the order and the account stand for all.
  for (const address of kept.filter((one) => [...aboutOrder, '/account'].includes(one)))
    await beginsWithView(address)
  expect(wrong).toEqual([])

  // Three days later, with the network, so that the screens can load in full. The draft order has expired by then.
  await faults.start()
  await clock.advance(3 * day)
  later = await device.relaunch()
  for (const address of kept.filter((one) => !aboutOrder.includes(one))) {
    const html = await beginsWithView(address)
    if (html === undefined) continue
    await expect(later.locator(`[data-${keptKey}]`)).toHaveCount(0)
    const findMissing = async (): Promise<string[]> => {
      const live = readTexts(await later.content()).join(' ')
      return readTexts(html).filter((text) => !live.includes(text))
    }
    await expect
      .poll(findMissing)
      .toEqual([])
      .catch(async () => wrong.push(...(await findMissing()).map((text) => `${address}: ${text}`)))
  }
  expect(wrong).toEqual([])
})
