import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
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
  { baseURL, film, permissions }: { baseURL: string; film?: string; permissions: string[] },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const args =
    film === undefined
      ? []
      : ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  const browser = await chromium.launch({ ...wholeBrowser, args })
  try {
    const context = await browser.newContext({ baseURL, permissions, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto('/mycards/check')
    await use(page)
  } finally {
    await browser.close()
  }
}

const scan = (page: Page) => page.getByRole('button', { name: 'SCAN WITH THE CAMERA' }).click()

test('the camera reads a card number, and nothing else @GC-11 @AO-04 (X18)', async ({ baseURL }, info) => {
  const film = info.outputPath('cards.y4m')
  await writeFile(film, filmOf(['', 'NO-CARD', '123456', cardNumbers.unowned, cardNumbers.unowned]))
  await withCamera({ baseURL: baseURL!, film, permissions: ['camera'] }, async (page) => {
    const reader = requestsFor('node_modules/barcode-detector/dist/es/ponyfill.js')
    const fetched: string[] = []
    page.on('request', (request) => void fetched.push(request.url()))
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

test('a guest who refuses the camera can type the number @GC-11', async ({ baseURL }, info) => {
  const film = info.outputPath('wall.y4m')
  await writeFile(film, filmOf(['']))
  await withCamera({ baseURL: baseURL!, film, permissions: [] }, async (page) => {
    await scan(page)
    await expect(page.getByText('This page doesn’t have permission to use the camera.')).toBeVisible()
    await page.getByLabel('CARD NUMBER', { exact: true }).fill(cardNumbers.unowned)
    await expect(page.getByRole('button', { name: 'APPLY', exact: true })).toBeEnabled()
  })
})

test('a device without a camera says so @GC-11', async ({ baseURL }) => {
  await withCamera({ baseURL: baseURL!, permissions: ['camera'] }, async (page) => {
    await scan(page)
    await expect(page.getByText('No camera was found on this device.')).toBeVisible()
  })
})
