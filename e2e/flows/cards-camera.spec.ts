import { writeFile } from 'node:fs/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBarPattern, planBars } from '#lib/barcode/code128.ts'
import { requestsFor } from '../fixtures/built-files.ts'
import { expect, test } from '../fixtures/test.ts'
import { missingWhole, wholeBrowser } from '../fixtures/whole-browser.ts'
import { cardNumbers, grouped } from '../pages/cards.ts'

test.skip(missingWhole !== undefined, missingWhole)

/** A recording of barcodes that replaces the camera: a y4m film with one second for each text. An empty text is a blank wall. */
function filmOf(texts: readonly string[]): Buffer {
  const [width, height, rate] = [640, 480, 5]
  const frames = texts.flatMap((text) => {
    const luma = Buffer.alloc(width * height, 235)
    const pattern = findBarPattern(text)
    if (pattern) {
      const { unit, left } = planBars(pattern, width, 1)
      for (const bar of pattern.bars)
        for (let y = 140; y < 340; y++)
          luma.fill(
            16,
            y * width + left + bar.start * unit,
            y * width + left + (bar.start + bar.width) * unit,
          )
    }
    const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
    return Array.from({ length: rate }, () => frame)
  })
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420jpeg\n`),
    ...frames,
  ])
}

async function withCamera(
  { baseURL, film }: { baseURL: string; film: string },
  use: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const args = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  const browser = await chromium.launch({ ...wholeBrowser, args })
  try {
    const context = await browser.newContext({
      baseURL,
      permissions: [],
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto('/mycards/check')
    await use(page, context)
  } finally {
    await browser.close()
  }
}

const scan = (page: Page) => page.getByRole('button', { name: 'SCAN WITH THE CAMERA' }).click()

test('the camera reads a card number, and nothing else; a guest who refuses it can type the number @GC-11 @AO-04 (X18)', async ({
  baseURL,
}, info) => {
  const film = info.outputPath('cards.y4m')
  await writeFile(film, filmOf(['', 'NO-CARD', '123456', cardNumbers.unowned, cardNumbers.unowned]))
  await withCamera({ baseURL: baseURL!, film }, async (page, context) => {
    await test.step('refused', async () => {
      await scan(page)
      await expect(page.getByText('This page doesn’t have permission to use the camera.')).toBeVisible()
      await page.getByLabel('CARD NUMBER', { exact: true }).fill(cardNumbers.unowned)
      await expect(page.getByRole('button', { name: 'APPLY', exact: true })).toBeEnabled()
      await page.getByLabel('CARD NUMBER', { exact: true }).fill('')
    })
    await context.grantPermissions(['camera'])
    const reader = requestsFor('node_modules/barcode-detector/dist/es/ponyfill.js')
    const fetched: string[] = []
    page.on('request', (request) => void fetched.push(request.url()))
    await page.reload()
    await expect(page.getByRole('button', { name: 'SCAN WITH THE CAMERA' })).toBeVisible()
    expect(fetched.filter((url) => url.endsWith('.wasm') || reader.test(url))).toEqual([])
    await scan(page)
    await expect(page.getByLabel('CARD NUMBER', { exact: true })).toHaveValue(grouped(cardNumbers.unowned), {
      timeout: 30_000,
    })
    await expect(page.getByText('The number was read.')).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
    // The barcode reader's code came from the portal's own host.
    expect(fetched.filter((url) => url.endsWith('.wasm')).map((url) => new URL(url).origin)).toEqual([
      new URL(baseURL!).origin,
    ])
    await page.getByRole('button', { name: 'APPLY', exact: true }).click()
    await expect(page.getByRole('region', { name: 'This card' })).toContainText('$40.00')
  })
})
