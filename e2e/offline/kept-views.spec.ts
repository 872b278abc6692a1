import type { Page } from '@playwright/test'
import { keptKey, pathKey } from '#contract/page-format.ts'
import { type ScreenPattern, unkeptScreens } from '#contract/screens.ts'
import { listAddresses, pathOf } from '../../bench/addresses.ts'
import { offlineReady } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'
import { fillLogin, member } from '../pages/account.ts'
import { cardIdOf, cardNumbers } from '../pages/cards.ts'
import { addMargherita } from '../pages/ordering.ts'

/** A later launch, on any address, shows what the device last had there before any script has run (docs/decisions/057). */

const day = 24 * 60 * 60 * 1000

/** Where a member with an order begun does not stay: the portal leads on from there. */
const leadsOn: readonly ScreenPattern[] = ['/ordersubmit']

/** The addresses of which this device has a view. */
const listViews = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('larder')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keptViews').objectStore('keptViews').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map(({ address }: { address: string }) => address))
          }
        }
      }),
  )

/** The texts of a screen, as its markup has them. */
const readTexts = (html: string): string[] =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && text !== '&nbsp;')

test('without a signal every address shows what the device last had there before a script has run, and nothing that is not so any more @OV-10', async ({
  device,
  baseURL,
  clock,
  faults,
  strict,
  world,
}) => {
  test.setTimeout(300_000)
  strict.expect(/net::ERR_CONNECTION_(REFUSED|RESET)|40[0-9]|Failed to load resource/)
  const { page } = device
  await page.goto('/login')
  await fillLogin(page, member)
  await expect(page).not.toHaveURL(/login/)
  await addMargherita(page)
  await offlineReady(page)

  const cardId = await cardIdOf(world, cardNumbers.second)
  const [ticket] = await world.database.query<{ id: string }>(
    `SELECT t.id FROM tickets t JOIN users u ON u.id = t.user_id WHERE u.email = $1 AND t.status <> 'Open' LIMIT 1`,
    [member.email],
  )
  const made = { ticket: ticket!.id, card: cardId }
  const addresses = listAddresses()
    .filter(({ pattern }) => unkeptScreens[pattern] === undefined)
    .map((address) => ({ pattern: address.pattern, address: pathOf(address, made) }))
  const isPrepared = (html: string, address: string): boolean => html.includes(`data-${pathKey}="${address}"`)

  const led: string[] = []
  const kept: string[] = []
  for (const { pattern, address } of addresses) {
    await page.goto(address)
    const landed = (): Promise<string> => page.evaluate(() => location.pathname + location.search)
    await expect(async () => {
      const at = await landed()
      expect(await listViews(page), address).toContain(at)
    }).toPass({ timeout: 20_000 })
    if ((await landed()) === address) kept.push(address)
    else led.push(pattern)
  }
  expect(led).toEqual(leadsOn)

  await faults.stop()
  await clock.advance(3 * day)
  const later = await device.relaunch()
  const wrong: string[] = []
  for (const address of kept) {
    const answer = await later.goto(`${baseURL}${address}`)
    const html = await answer!.text()
    if (isPrepared(html, address)) continue
    if (!html.includes(`data-${keptKey}="`)) {
      wrong.push(`${address}: begins with nothing`)
      continue
    }
    await expect(later.locator(`[data-${keptKey}]`)).toHaveCount(0)
    const live = readTexts(await later.content()).join(' ')
    for (const text of readTexts(html)) if (!live.includes(text)) wrong.push(`${address}: ${text}`)
  }
  expect(wrong).toEqual([])
})
