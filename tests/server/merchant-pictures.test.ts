import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Settings } from '#contract/schemas/location.ts'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { fixtureMerchants } from './support/larder.ts'

/** The fixture's restaurant with a header of two pictures: one of its own, and one that is somewhere else. */
function withHeader(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-header-'))
  cpSync(join(fixtureMerchants, 'tavola'), join(folder, 'tavola'), { recursive: true })
  const file = join(folder, 'tavola/location.json')
  const location = JSON.parse(readFileSync(file, 'utf8')) as { settings: Settings }
  location.settings.consumer_application_settings.home_page = {
    header_images: [
      { image: { imageSignedUrl: '/pictures/oven-1280.webp' } },
      { image: { imageSignedUrl: 'https://pictures.example/oven-1280.webp' } },
    ],
  }
  writeFileSync(file, JSON.stringify(location))
  mkdirSync(join(folder, 'tavola/pictures'))
  const index = { oven: { width: 16, height: 9, widths: [640, 1280] } }
  writeFileSync(join(folder, 'tavola/pictures/index.json'), JSON.stringify(index))
  writeFileSync(join(folder, 'tavola/pictures/oven-1280.webp'), 'picture')
  return folder
}

const headerOf = (settings: Settings) =>
  settings.consumer_application_settings.home_page!.header_images!.map(({ image }) => image)

it('knows the sizes of the header’s own pictures, which no exported file has', () => {
  const [{ document }] = readMerchants(withHeader(), { allowMissingPictures: false }) as [
    ReturnType<typeof readMerchants>[number],
  ]
  const elsewhere = { imageSignedUrl: 'https://pictures.example/oven-1280.webp' }
  expect(headerOf(document.location.settings)).toEqual([
    {
      imageSignedUrl: '/pictures/oven-1280.webp',
      base: '/pictures/oven',
      version: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      widths: [640, 1280],
    },
    elsewhere,
  ])
  const file = exportMerchant(document).find(({ name }) => name === 'location.json')!
  const exported = file.value as { settings: Settings }
  expect(headerOf(exported.settings)).toEqual([{ imageSignedUrl: '/pictures/oven-1280.webp' }, elsewhere])
})
