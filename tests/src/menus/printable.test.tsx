// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepAvoided } from '#lib/query/avoided-allergens.ts'
import { category, dish, menu, menusPage, type MenusPageOptions } from '../support/menus.tsx'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  Element.prototype.scrollIntoView = () => undefined
})

const pizza = menu('Dinner', [
  category('Pizza', [
    dish('Marinara', {
      description: 'Tomato and garlic',
      vegan: true,
      available: false,
      omnivore: { price_per_unit: 1250 },
    }),
  ]),
])
const lunch = menu('Lunch', [category('Soup', [dish('Minestrone')])])
const texts = {
  name: 'read_only_non_pos_page',
  value: {
    all_menus: [
      {
        header: 'Sunday table',
        details: '<p>Four <b>courses</b><img src=x onerror="alert(1)"><script>alert(2)</script></p>',
      },
    ],
  },
}
const on = (readOnly: boolean, nonPos: boolean): MenusPageOptions => ({
  settings: { meals: { read_only_menu: { enable: readOnly } }, read_only_menu_non_pos: { enable: nonPos } },
  configurations: [texts],
})
const titles = () => [...document.querySelectorAll('section h2')].map((one) => one.textContent)
const open = (menus: Parameters<typeof menusPage>[0], options: MenusPageOptions) =>
  show(menusPage(menus, '/menu/readonly', options).page)

describe('/menu/readonly', () => {
  it('is every menu on one page: names, words, prices and diets, and a button that prints it @RT-24', async () => {
    const print = vi.fn<() => void>()
    window.print = print
    await open([pizza, lunch], on(true, false))
    await until(() => expect(titles()).toEqual(['Dinner', 'Lunch']))
    expect(find('section').textContent).toBe('DinnerPizzaMarinara$12.50Tomato and garlicVegan')
    await press(find('button', 'PRINT MENU'))
    expect(print).toHaveBeenCalledTimes(1)
  })

  it('prints for each dish what it contains and what is not known, and leaves out what somebody avoids', async () => {
    onTestFinished(() => localStorage.clear())
    const free = { contains: [], free_from: 'others' as const }
    const milk = { contains: ['milk' as const], free_from: 'others' as const }
    const dinner = menu('Dinner', [
      category('Pizza', [dish('Marinara', { allergens: free }), dish('Margherita', { allergens: milk })]),
      category('Soup', [dish('Soup of the day')]),
    ])
    await open([dinner], on(true, false))
    const lines = () =>
      [...document.querySelectorAll('section li')].map((one) => one.textContent.replace(/\$[\d.]+/, ' '))
    const all = ['Marinara ', 'Margherita Contains milk', 'Soup of the day Allergens not known']
    await until(() => expect(lines()).toEqual(all))
    await act(async () => keepAvoided(['milk']))
    expect(lines()).toEqual(['Marinara '])
    expect(document.body.textContent).toContain('Without milk: 1 of 3 dishes.')
    document.body.tabIndex = -1
    onTestFinished(() => document.body.removeAttribute('tabindex'))
    const focused = vi.spyOn(document.body, 'focus')
    await press(find('button', 'Show every dish'))
    await until(() => expect(lines()).toEqual(all))
    // The button has gone with its note.
    expect(focused).toHaveBeenCalledOnce()
  })

  it('has links to each menu, visible and by keyboard @RA-04', async () => {
    const made = menusPage([pizza, lunch], '/menu/readonly', on(true, false))
    await show(made.page)
    const link = await until(() => find<HTMLAnchorElement>('nav a', 'Lunch'))
    await press(link)
    await until(() => expect(made.router.state.location.hash).toBe('menu-2'))
    expect(document.activeElement).toBe(find('h2', 'Lunch'))
  })

  it('shows menus that no till knows as the restaurant wrote them, made safe @LH-11', async () => {
    await open([], on(false, true))
    await until(() => expect(titles()).toEqual(['Sunday table']))
    expect(find('section p').innerHTML).toBe('Four <b>courses</b>')
    expect(find('button', 'PRINT MENU')).toBeTruthy()
  })

  it('shows both where both are on, and what the restaurant wrote also without a network', async () => {
    await open([pizza], on(true, true))
    await until(() => expect(titles()).toEqual(['Dinner', 'Sunday table']))
    await leavePage()
    await open([], { ...on(true, true), bookOf: () => undefined })
    await until(() => expect(find('[role=alert]').textContent).toContain('isn’t saved on this device yet'))
    expect(titles()).toEqual(['Sunday table'])
  })

  it.each([
    ['nothing is switched on', on(false, false)],
    [
      'the text is of another shape',
      { ...on(false, true), configurations: [{ name: texts.name, value: { all_menus: 'none' } }] },
    ],
  ])('explains itself when %s', async (_name, options) => {
    await open([pizza], options)
    await until(() => expect(find('h1').textContent).toBe('No menu here yet'))
    expect(find('a', 'BACK TO HOME').getAttribute('href')).toBe('/')
  })
})
