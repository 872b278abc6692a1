import { describe, expect, it } from 'vitest'
import { outlineOf } from '#contract/menu-outline.ts'
import type { FirstScreen, ViewAnswers } from '#contract/schemas/first-screen.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import { type ScreenPattern, screens } from '#contract/screens.ts'
import { unkeptScreens } from '#contract/unkept-screens.ts'
import { newDeviceScreens } from '#contract/new-device-screens.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { preparedPaths } from '#server/portal/first-screens.ts'
import { renderView } from '../../../src/launch/render-first-screen.tsx'
import { bookOf, siteCopy } from '../support/site.tsx'

const theme = { dishes: 'cards', shape: { edge: 'border' } }
const facts = {
  label: 'tavola',
  host: { locationId: 'tavola-nyc', top_bar_style: 'left', theme },
  verification: { provider: 'embedded' },
} as unknown as HostFacts
const about =
  '<p>The <b>oven</b> is lit.</p><p>Call (212) 555-0142.</p><script>ran()</script><a href="javascript:ran()">x</a>'
const first: FirstScreen = {
  location: siteCopy({
    configurations: [
      { name: 'about_page', value: { header: 'About Tavola', text: about } },
      { name: 'privacy_page', value: { header: 'Privacy', text: about } },
      { name: 'terms_page', value: { header: 'Terms', text: about } },
      { name: 'gallery_page', value: { active_images: [] } },
    ],
  }),
  menus: outlineOf(bookOf(2, 2)),
}
const book = JSON.parse(JSON.stringify(bookOf(2, 2)).replace('"dish 1.1"', '"dish"')) as MenuBook
const answers: ViewAnswers = {
  books: { browse: book, order: book },
  products: {
    products: [
      {
        program_id: 'by-post',
        name: 'The card in an envelope',
        subheader: 'Cream stock',
        description: '<p>With a stamp.</p>',
        image: '/pictures/card.webp',
      },
    ],
    shipping_handling: '$4.95',
  },
}
const view = (path: string) => renderView(facts, first, { path, language: 'en' }, answers)

/** The screens whose first visit begins with an empty page: what this device has bought, or has not sent yet. */
const empty: Partial<Record<ScreenPattern, 'device'>> = { '/thankyou': 'device', '/waiting': 'device' }

const plain = (Object.keys(screens) as ScreenPattern[]).filter((pattern) => !pattern.includes('$'))

/** The server's view for a first visit, shown before the portal has loaded: only what everybody may see. */
describe('the first view', () => {
  it.each(plain.filter((path) => !(preparedPaths as readonly string[]).includes(path)))(
    'of %s is there, or the device alone can make the screen',
    async (path) => {
      const shown = newDeviceScreens[path] ?? path
      const hasView = unkeptScreens[shown] === undefined && (await view(shown)) !== undefined
      const says = unkeptScreens[shown] === undefined ? empty[path] : 'kept out'
      expect(hasView ? undefined : 'empty', `${path}: ${says ?? 'a view'}`).toBe(says && 'empty')
    },
  )

  it.each(['/order/menu-1', '/order/menu-1/category/part-1', '/order/menu-1/category/part-1/item/dish'])(
    'of %s is there',
    async (path) => {
      expect(await view(path)).toBeDefined()
    },
  )

  it.each(['/gift/any', '/ticket/any'])(
    'of %s is its title and the room for what is to come',
    async (path) => {
      const shown = await renderView(facts, first, { path, language: 'en', mayLoad: true }, answers)
      expect(shown?.markup).toMatch(/<h1[^>]*>(A gift card for you|Your order)</)
      // But for the skip link, which the server leaves out, it is the same under every address.
      expect(shown?.markup.split(path)).toHaveLength(2)
      expect(shown?.markup).toContain(`href="${path}#screen"`)
      expect(await view(path)).toBeUndefined()
    },
  )

  it('shows what a guest sees: the way in, and no greeting', async () => {
    expect((await view('/rewards'))!.markup).toContain('SIGN UP!')
  })

  it('is left out when it would be longer than the portal', async () => {
    const long = { ...answers, books: { ...answers.books, browse: bookOf(40, 60) } }
    expect(await renderView(facts, first, { path: '/menu/readonly', language: 'en' }, long)).toBeUndefined()
  })

  it('has the kit’s rules beside it, and neither style elements nor style attributes in it', async () => {
    const { markup, css } = (await view('/cards'))!
    expect(markup).toContain('Send A Gift Card')
    expect(markup).not.toMatch(/<style| style=/)
    const used = [...markup.matchAll(/\bkit-[a-z0-9]+\b/g)].map(([name]) => name)
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !css.includes(`.${name}`))).toEqual([])
    // A `@layer` without its end would include the next layer's rules.
    expect(css).not.toMatch(/@layer [\w-]+@/)
    expect(css).toContain('--kit-spacing-4:')
  })

  it('is the same after requests by others', async () => {
    const before = await view('/cards')
    await view('/sendcard')
    expect(await view('/cards')).toEqual(before)
  })

  it('contains the restaurant’s own text, made safe (H14)', async () => {
    const { markup } = (await view('/about'))!
    expect(markup).toContain('<p>The <b>oven</b> is lit.</p>')
    // A telephone number does not break across lines, as on the portal's own screens.
    expect(markup).toContain('<p>Call <span class="whole">(212) 555-0142</span>.</p>')
    expect(markup).not.toMatch(/ran\(|javascript:|data-served-html/)
  })
})
