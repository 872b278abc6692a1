import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { fixtureMerchants } from './support/larder.ts'

const own = '/pictures/oven-1280.webp'
const elsewhere = 'https://pictures.example/oven-1280.webp'

type Image = Record<string, unknown>
type PagePictures = {
  settings: {
    consumer_application_settings: {
      home_page: { header_images: { image: Image }[]; front_image: { image: Image } }
    }
  }
  configurations: { name: string; value: unknown }[]
  announcements: Image[]
}

/** Every place of a location's own pages that shows a picture: one of the restaurant's own, and one that is somewhere else. */
const setPictures = (location: PagePictures): void => {
  location.settings.consumer_application_settings.home_page = {
    header_images: [own, elsewhere].map((imageSignedUrl) => ({ image: { imageSignedUrl } })),
    front_image: { image: { imageSignedUrl: own } },
  }
  const active_images = [own, elsewhere].map((url) => ({ image: { url, image_id: url }, title: 'The oven' }))
  location.configurations = [{ name: 'gallery_page', value: { active_images, columns: 3 } }]
  location.announcements = [own, elsewhere].map((image_src) => ({ type: 'news', title: 'New', image_src }))
}

const listPictures = ({ settings, configurations, announcements }: PagePictures) => {
  const { header_images, front_image } = settings.consumer_application_settings.home_page
  const gallery = configurations[0]!.value as { active_images: { image: Image }[]; columns: number }
  return {
    header: header_images.map(({ image }) => image),
    front: front_image.image,
    gallery: gallery.active_images.map(({ image }) => image),
    columns: gallery.columns,
    announcements: announcements.map(({ image_src, image_sizes }) => ({ image_src, image_sizes })),
  }
}

/** The fixture's restaurant with such pages. */
function withPictures(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-page-pictures-'))
  cpSync(join(fixtureMerchants, 'tavola'), join(folder, 'tavola'), { recursive: true })
  const file = join(folder, 'tavola/location.json')
  const location = JSON.parse(readFileSync(file, 'utf8')) as PagePictures
  setPictures(location)
  writeFileSync(file, JSON.stringify(location))
  mkdirSync(join(folder, 'tavola/pictures'))
  const index = { oven: { width: 16, height: 9, widths: [640, 1280] } }
  writeFileSync(join(folder, 'tavola/pictures/index.json'), JSON.stringify(index))
  writeFileSync(join(folder, 'tavola/pictures/oven-1280.webp'), 'picture')
  return folder
}

it('knows the sizes of the pages’ own pictures, which no exported file has', () => {
  const [{ document }] = readMerchants(withPictures(), { allowMissingPictures: false }) as [
    ReturnType<typeof readMerchants>[number],
  ]
  const sizes = {
    base: '/pictures/oven',
    version: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    widths: [640, 1280],
  }
  const { location, configurations, announcements } = document
  const shown = { settings: location.settings, configurations, announcements } as unknown as PagePictures
  expect(listPictures(shown)).toEqual({
    header: [{ imageSignedUrl: own, ...sizes }, { imageSignedUrl: elsewhere }],
    front: { imageSignedUrl: own, ...sizes },
    gallery: [
      { url: own, image_id: own, ...sizes },
      { url: elsewhere, image_id: elsewhere },
    ],
    columns: 3,
    announcements: [{ image_src: own, image_sizes: sizes }, { image_src: elsewhere }],
  })
  const file = exportMerchant(document).find(({ name }) => name === 'location.json')!
  expect(listPictures(file.value as PagePictures)).toEqual({
    header: [{ imageSignedUrl: own }, { imageSignedUrl: elsewhere }],
    front: { imageSignedUrl: own },
    gallery: [
      { url: own, image_id: own },
      { url: elsewhere, image_id: elsewhere },
    ],
    columns: 3,
    announcements: [{ image_src: own }, { image_src: elsewhere }],
  })
})
