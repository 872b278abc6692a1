import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { readCode128 } from '../fixtures/read-barcode.ts'
import { signIn } from '../pages/account.ts'
import { barcode, cardNumbers, counter, openCards } from '../pages/cards.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/** Barcodes must be readable for a scanner at the counter, at every pixel density and in every theme. */

/** Returns the width of each module in screen pixels, and checks that every edge lies between two pixels: each pixel is black or white. */
async function moduleWidths(page: Page, number: string): Promise<number[]> {
  return await barcode(page, number).evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { width, height } = canvas
    const { data } = canvas.getContext('2d')!.getImageData(0, Math.floor(height / 2), width, 1)
    const runs: number[] = []
    let last = -1
    for (let at = 0; at < width; at++) {
      const shade = data[at * 4]!
      if (shade === last) runs[runs.length - 1]!++
      else runs.push(1)
      last = shade
    }
    return runs
  })
}

/** Every barcode encodes its card's number, in the list that is open and at the counter. */
async function expectReadable(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Include Zero Balance Cards' }).check()
  const mine = [cardNumbers.full, cardNumbers.second, cardNumbers.empty, cardNumbers.expired]
  for (const number of mine) {
    const picture = await barcode(page, number).screenshot()
    expect(await readCode128(picture), `the barcode of ${number}`).toEqual([number])
  }
  await page.getByRole('link', { name: 'Show 6006 4912 3456 7896 at the counter' }).click()
  await expect(counter(page)).toBeVisible()
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
  expect(await readCode128(await page.screenshot())).toEqual([cardNumbers.full])
  const runs = await moduleWidths(page, cardNumbers.full)
  const unit = Math.min(...runs)
  // Bars and gaps are one to four modules wide. The margins on the left and right are the quiet zone.
  expect(runs.slice(1, -1).every((run) => run % unit === 0 && run <= 4 * unit)).toBe(true)
  expect(Math.min(runs[0]!, runs.at(-1)!)).toBeGreaterThanOrEqual(10 * unit)
  await expect(counter(page), 'white in every theme').toHaveCSS('background-color', 'rgb(255, 255, 255)')
}

/** With text of twice the size, a card's barcode and number are whole, in the list that is open and at the counter. */
async function expectWholeWithLargeText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const card = page.getByRole('article', { name: 'Gift card ending in 7896' })
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await readCode128(await card.screenshot())).toEqual([cardNumbers.full])
  const amount = (await card.getByText(/^\$[\d.]+$/).boundingBox())!
  const view = (await card.getByRole('link', { name: 'View card' }).boundingBox())!
  expect(view.x >= amount.x + amount.width || view.y >= amount.y + amount.height).toBe(true)
  await page.getByRole('link', { name: 'Show 6006 4912 3456 7896 at the counter' }).click()
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
  const digits = (await counter(page).getByText('6006 4912 3456 7896').boundingBox())!
  expect(digits.x).toBeGreaterThanOrEqual(0)
  expect(digits.x + digits.width).toBeLessThanOrEqual(320)
  const kind = (await counter(page).getByText('The Bella Trattoria gift card').boundingBox())!
  const bars = (await counter(page).getByRole('img', { name: '6006 4912 3456 7896' }).boundingBox())!
  expect(kind.y + kind.height).toBeLessThanOrEqual(bars.y)
}

/** The bars are drawn for a density of pixels, whatever the colors around them: each is tried once. */
for (const deviceScaleFactor of [1, 2, 3]) {
  test.describe(`at ${deviceScaleFactor} device pixels a pixel`, () => {
    test.use({ deviceScaleFactor })

    test('every barcode, in the list and at the counter, encodes its card’s number @GC-03', async ({
      page,
      portal,
    }) => {
      await signIn(page)
      await openCards(page)
      await expectReadable(page)
      if (deviceScaleFactor !== 2) return
      await test.step('in dark colors, too', async () => {
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.getByRole('button', { name: 'Close' }).click()
        await expectReadable(page)
        await page.emulateMedia({ colorScheme: 'light' })
      })
      await test.step('and whole with text of twice the size in a narrow window', async () => {
        await page.getByRole('button', { name: 'Close' }).click()
        await page.setViewportSize({ width: 320, height: 640 })
        await expectWholeWithLargeText(page)
      })
      await test.step('and in another restaurant’s colors', async () => {
        await page.getByRole('button', { name: 'Close' }).click()
        await page.setViewportSize({ width: 390, height: 844 })
        await signIn(page, undefined, portal('smoke'))
        await openCards(page, portal('smoke'))
        await expectReadable(page)
      })
    })
  })
}
