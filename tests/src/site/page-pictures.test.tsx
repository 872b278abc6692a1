// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { HomeScreen } from '#features/home/screens/home-screen.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

// The parts below the first window load on their own.
beforeAll(() =>
  Promise.all([
    import('#features/home/components/home-gallery.tsx'),
    import('#features/home/components/contact.tsx'),
    import('#features/home/components/contact-form.tsx'),
    import('#features/home/components/news.tsx'),
  ]),
)
beforeEach(() => {
  setMedia({})
})

const sizesOf = (slug: string) => ({ base: `/pictures/${slug}`, widths: [640, 1280] })

it.each([
  ['the header', 'one'],
  ['the front', 'front'],
  ['the gallery', 'table'],
  ['an announcement', 'news'],
])('the home page offers the sizes and formats of %s where they are known', async (_what, slug) => {
  const copy = siteCopy({
    settings: {
      home: { show_announcements: true },
      gallery: { enable: true },
      consumer_application_settings: {
        home_page: {
          header_images: [{ image: { imageSignedUrl: '/pictures/one-1280.webp', ...sizesOf('one') } }],
          front_image: { image: { imageSignedUrl: '/pictures/front-1280.webp', ...sizesOf('front') } },
        },
      },
    },
    configurations: [
      {
        name: 'gallery_page',
        value: {
          active_images: [
            {
              title: 'A table',
              image: { image_id: 't', url: '/pictures/table-1280.webp', ...sizesOf('table') },
            },
          ],
        },
      },
    ],
    announcements: [
      {
        type: 'news',
        title: 'New dishes',
        image_src: '/pictures/news-1280.webp',
        image_sizes: sizesOf('news'),
      },
    ],
  })
  const { page } = sitePage({ '/': () => <HomeScreen /> }, { copy })
  await show(page)
  const shown = await until(() => find<HTMLImageElement>(`img[src="/pictures/${slug}-1280.webp"]`))
  const sources = [...shown.closest('picture')!.querySelectorAll('source')]
  expect(sources.map((source) => source.getAttribute('srcset'))).toEqual([
    `/pictures/${slug}-640.avif 640w, /pictures/${slug}-1280.avif 1280w`,
    `/pictures/${slug}-640.webp 640w, /pictures/${slug}-1280.webp 1280w`,
  ])
})
