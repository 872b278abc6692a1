// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

it('the home page offers the sizes and formats of a header picture where they are known', async () => {
  const one = {
    image: { imageSignedUrl: '/pictures/one-1280.webp', base: '/pictures/one', widths: [640, 1280] },
  }
  const home_page = { header_images: [one] }
  const copy = siteCopy({ settings: { consumer_application_settings: { home_page } } })
  const { page } = sitePage({ '/': () => <HomeScreen /> }, { copy })
  await show(page)
  const shown = await until(() => find<HTMLImageElement>('img[src="/pictures/one-1280.webp"]'))
  const sources = [...shown.closest('picture')!.querySelectorAll('source')]
  expect(sources.map((source) => source.getAttribute('srcset'))).toEqual([
    '/pictures/one-640.avif 640w, /pictures/one-1280.avif 1280w',
    '/pictures/one-640.webp 640w, /pictures/one-1280.webp 1280w',
  ])
})
