import type { Page } from '@playwright/test'
import { expectAccessibleWhenWide } from '../fixtures/look.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures/test.ts'
import { walkTo } from '../fixtures/walk-to.ts'
import type { World } from '../fixtures/world.ts'
import { formatCents } from '#contract/money.ts'
import { fillLogin, member } from '../pages/account.ts'
import { barcode, cardIdOf, cardNumbers, counter, grouped } from '../pages/cards.ts'
import { expectOnPaper } from '../pages/paper.ts'

// The service worker plays no part in what is tested here. offline/cards.spec.ts shows cards with it.
test.use({ offlineWorker: false })

const zeroToo = (page: Page) => page.getByRole('switch', { name: 'Include Zero Balance Cards' })

type Lit = { lit: string[] }

/** Records what the page asks of the screen's wake lock. */
const recordWakeLock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const lit = ((globalThis as unknown as Lit).lit = [] as string[])
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async (kind: string) => {
          const lock = {
            released: false,
            release: async () => void ((lock.released = true), lit.push('released')),
          }
          lit.push(kind)
          Object.assign(globalThis, { lock })
          return lock
        },
      },
    })
  })

/** A guest is led from every address of cards to the sign-in, and from there back to the last of them. */
async function comeAsGuest(page: Page, world: World): Promise<void> {
  const id = await cardIdOf(world, cardNumbers.full)
  await page.goto('/login')
  for (const path of [
    '/mycards',
    '/tickethistory',
    '/mycards/Purchase/0',
    '/mycards/import',
    `/mycards/${id}/import`,
    '/mycards/counter',
    `/mycards/${id}/view`,
  ]) {
    await walkTo(page, path)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('previouspath'))).toBe(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  await fillLogin(page, member)
  await expect(page).toHaveURL(`/mycards/${id}/view`)
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
  // Another person's card is treated as no card at all.
  await walkTo(page, `/mycards/${await cardIdOf(world, cardNumbers.others)}/view`)
  await expect(page.getByText('This card isn’t in your account.')).toBeVisible()
}

/** The list has empty cards on request, their total balance, and the links to buy, add and check. */
async function lookAtList(page: Page, balance: string): Promise<void> {
  await walkTo(page, '/mycards')
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
  await expect(barcode(page, cardNumbers.empty)).toHaveCount(0)
  const sum = page.getByText(/^My Gift Cards Balance:/)
  await expect(sum).toHaveText(balance)
  await zeroToo(page).check()
  await expect(barcode(page, cardNumbers.empty)).toBeVisible()
  await expect(sum).toHaveText(balance)
  await expect(page.getByRole('article', { name: 'Gift card ending in 0008' })).toContainText('(Expired)')
  const ways = page.getByRole('navigation', { name: 'Gift cards' })
  for (const [name, path] of [
    ['PURCHASE A NEW CARD', '/mycards/Purchase/0'],
    ['ADD AN EXISTING CARD', '/mycards/import'],
    ['CHECK A CARD BALANCE', '/mycards/check'],
  ] as const)
    await expect(ways.getByRole('link', { name })).toHaveAttribute('href', path)
  // Tall enough that the fixed elements at the bottom cover none of the cards bought by other tests.
  const before = page.viewportSize()!
  await page.setViewportSize({ width: before.width, height: 2400 })
  await expectAccessible(page)
  await expectAccessibleWhenWide(page)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize(before)
}

/** A card's own page has its transactions, its expiration date, and its links. */
async function lookAtCard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'View card ending in 0021' }).click()
  await expect(page.getByRole('heading', { name: 'Gift Card Transactions' })).toBeVisible()
  await expect(page.getByText(/^Expires: \d\d\/\d\d\/\d{4}$/)).toBeVisible()
  const row = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem').first()
  await expect(row).toContainText('$18.25')
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4}/)
  const id = /mycards\/([^/]+)\/view/.exec(page.url())![1]!
  await expect(page.getByRole('link', { name: 'RELOAD BALANCE' })).toHaveAttribute(
    'href',
    `/mycards/Reload/${id}`,
  )
  await expectAccessible(page)
  await expectAccessibleWhenWide(page)
  await expectNoHorizontalScroll(page)
  const back = page.getByRole('link', { name: 'RETURN TO MY GIFT CARDS' })
  await expectOnPaper(page, barcode(page, cardNumbers.second), back)
  await back.click()
  await page.getByRole('link', { name: 'View card ending in 0008' }).click()
  await expect(page.getByText('This gift card has expired.')).toBeVisible()
  await expect(page.getByText('Balance (Expired)')).toBeVisible()
  await expect(page.getByRole('link', { name: 'RELOAD BALANCE' })).toHaveCount(0)
  await back.click()
}

/** At the counter one card is on white, and the next comes by key, swipe and button. */
async function standAtCounter(page: Page): Promise<void> {
  const before = page.viewportSize()!
  // Check the narrowest window first: a full-screen element cannot be resized.
  await page.setViewportSize({ width: 320, height: 700 })
  await barcode(page, cardNumbers.full).click()
  await expect(counter(page)).toBeVisible()
  await expect(counter(page)).toContainText(grouped(cardNumbers.full))
  await expect(counter(page)).toContainText(/\$75\.00as of \d+:\d\d[ap]m, just now/)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  // The order of the cards depends on what other tests have bought for this member.
  const next = counter(page).getByRole('img', { name: /^\d{4} \d{4} \d{4} \d{4}$/ })
  const isFull = barcode(page, cardNumbers.full)
  await page.keyboard.press('ArrowRight')
  await expect(isFull).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(isFull).toBeVisible()
  await page.getByRole('button', { name: 'Next card' }).click()
  await expect(isFull).toHaveCount(0)
  const second = (await next.getAttribute('aria-label'))!
  const box = (await next.boundingBox())!
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 250, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, middle + 5, { steps: 4 })
  await page.mouse.up()
  await expect(next).not.toHaveAttribute('aria-label', second)
  await page.keyboard.press('Escape')
  await expect(counter(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/mycards$/)
  await page.setViewportSize(before)
}

/** The screen stays on at the counter, also after a look at another app. */
async function stayLit(page: Page): Promise<void> {
  const lit = () => page.evaluate(() => (globalThis as unknown as Lit).lit)
  await expect(counter(page)).toBeVisible()
  await expect.poll(async () => (await lit()).at(-1)).toBe('screen')
  const before = (await lit()).filter((one) => one === 'screen').length
  // A browser releases the wake lock when the page is hidden.
  await page.evaluate(() => {
    ;(globalThis as unknown as { lock: { released: boolean } }).lock.released = true
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(async () => (await lit()).filter((one) => one === 'screen').length).toBe(before + 1)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await lit()).at(-1)).toBe('released')
}

test('a member’s cards: after signing in, in the list, on a card’s own page, and one tap away at the counter @GC-01 @GC-02 @GC-04 @GC-05 @GC-07 @GC-08 @GC-09 @GC-10 @ER-15 @RT-29 @RT-30 @RT-31 @RT-32 @RT-33 @RT-35 @RO-02 @one-window', async ({
  page,
  world,
}) => {
  test.slow()
  // Other tests buy cards for the same member.
  const [held] = await world.database.query<{ cents: number }>(
    `SELECT sum(c.balance_cents)::int AS cents FROM cards c JOIN users u ON u.location_id = c.location_id AND u.id = c.user_id
     WHERE u.email = $1 AND c.location_id = 'bella-nyc' AND c.id <> $2`,
    [member.email, await cardIdOf(world, cardNumbers.expired)],
  )
  // A card with a future expiration date: the demo's own expiring cards are promotional and have expired.
  await world.database.query(`UPDATE cards SET expires_on = '2099-12-31' WHERE id = $1`, [
    await cardIdOf(world, cardNumbers.second),
  ])
  await recordWakeLock(page)
  await test.step('a guest signs in first and comes back', () => comeAsGuest(page, world))
  await test.step('the list', () => lookAtList(page, `My Gift Cards Balance: ${formatCents(held!.cents)}`))
  await test.step('a card’s own page', () => lookAtCard(page))
  await test.step('at the counter', () => standAtCounter(page))
  await test.step('the app’s menu leads to the counter in one tap, and the screen stays on there', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'SHOW A CARD' }).click()
    await stayLit(page)
  })
})
