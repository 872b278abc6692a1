// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { category, dish, menu, menusPage, type MenusPageOptions } from '../support/menus.tsx'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
})

const open = async (menus: Parameters<typeof menusPage>[0], at: string, options?: MenusPageOptions) => {
  const made = menusPage(menus, at, options)
  await show(made.page)
  return made
}
const hrefs = (selector: string) =>
  [...document.querySelectorAll(`${selector} a`)].map((link) => link.getAttribute('href'))

describe('the bar of a menu’s categories', () => {
  const parts = Array.from({ length: 14 }, (_, at) => category(`A part of number ${at + 1}`))

  it.each([
    { root: 'menus', characters: 115 },
    { root: 'order', characters: 85 },
  ])(
    '/$root: names that do not fit $characters characters are under MORE, and open from there @MO-01 @MO-02',
    async ({ root, characters }) => {
      const first = `/${root}/dinner/category/a-part-of-number-1`
      const { router } = await open([menu('Dinner', parts)], first)
      const bar = 'nav[aria-label="Dinner categories"]'
      await until(() => expect(hrefs(bar)).toHaveLength(14))
      const shown = [...document.querySelectorAll(`${bar} > ul > li > a`)].map((link) => link.textContent)
      expect(shown.join('').length).toBeLessThanOrEqual(characters)
      expect(shown.join('').length).toBeGreaterThan(characters - 18)
      expect(find(`${bar} summary`).textContent.trim()).toBe('MORE')
      expect(hrefs(`${bar} details`)).toEqual(
        parts.slice(shown.length).map((part) => `/${root}/dinner/category/${part.external_id}`),
      )
      await press(find(`${bar} details a`, 'A part of number 14'))
      await until(() =>
        expect(router.state.location.pathname).toBe(`/${root}/dinner/category/a-part-of-number-14`),
      )
    },
  )

  it('has no MORE when all of them fit @MO-01', async () => {
    await open([menu('Dinner', parts.slice(0, 3))], '/menus/dinner')
    await until(() => expect(hrefs('nav[aria-label="Dinner categories"]')).toHaveLength(3))
    expect(document.querySelector('nav details')).toBeNull()
  })
})

it('a category’s card has its picture, and none where it has none @MO-03', async () => {
  const image = { imageSignedUrl: '/pictures/pizza.webp' }
  const parts = [category('Pizza', [dish('Margherita')], { image }), category('Salad')]
  await open([menu('Dinner', parts)], '/menus/dinner')
  const cards = await until(() => {
    const found = [...document.querySelectorAll('.container a, main a, div > ul > li > a')].filter(
      (link) => link.closest('nav') === null,
    )
    expect(found).toHaveLength(2)
    return found
  })
  expect(cards.map((card) => [card.textContent, card.querySelector('img')?.getAttribute('src')])).toEqual([
    ['Pizza', '/pictures/pizza.webp'],
    ['Salad', undefined],
  ])
})

describe('the dishes of a category', () => {
  const picture = { imageSignedUrl: '/pictures/soup-320.webp' }
  const lookOf = async (...images: (typeof picture)[][]): Promise<string> => {
    const items = images.map((own, at) => dish(`Soup ${at + 1}`, { images: own }))
    await open([menu('Dinner', [category('Soups', items)])], '/menus/dinner/category/soups')
    await until(() => expect(document.querySelectorAll('li h2')).toHaveLength(items.length))
    return document.querySelector('li h2')!.closest('ul')!.className
  }

  it('are text only when none of them has a picture, and cards when any has', async () => {
    const cards = await lookOf([picture], [])
    expect(cards).toContain('cards')
    await leavePage()
    const bare = await lookOf([], [])
    expect(bare).toContain('type')
    expect(bare).not.toContain('cards')
  })
})

describe('a dish that is being loaded', () => {
  const at = '/order/dinner/category/pizza/item/margherita'

  it('cannot be added until it has loaded @VA-11', async () => {
    await open([], at, { bookOf: () => 'waiting' })
    await until(() => expect(find('[role=status]').textContent).toBe('Loading'))
    expect(document.querySelectorAll('button')).toHaveLength(0)
    await leavePage()
    await open([menu('Dinner', [category('Pizza', [dish('Margherita')])])], at)
    await until(() => expect(find<HTMLButtonElement>('button[type=submit]').disabled).toBe(false))
  })
})
