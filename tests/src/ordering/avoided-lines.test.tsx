// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { keepAvoided } from '#lib/query/avoided-allergens.ts'
import { keepDiets } from '#lib/query/chosen-diets.ts'
import { change, shownMargherita, waitingRows } from '../support/changes.ts'
import { category, dish, menu, menusPage } from '../support/menus.tsx'
import { inAct, orderPage } from '../support/order-page.tsx'
import { find, setMedia, leavePage, show, until } from '../support/screen.tsx'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  document.body.replaceChildren()
})
afterEach(async () => {
  await leavePage()
  keepAvoided([])
  keepDiets([])
  setTranslation(undefined)
})

const fee = {
  menu_external_id: null,
  menu_category_external_id: null,
  menu_item_external_id: null,
}
const items = [
  line({ name: 'Margherita', allergens: { contains: ['gluten', 'milk'], free_from: [] } }),
  line({ index: 2, name: 'Marinara', allergens: { contains: ['gluten'], free_from: ['milk', 'eggs'] } }),
  line({ index: 3, name: 'Special' }),
  line({ index: 4, name: 'Service', ...fee }),
]
const book = { menus: [menu('Dinner', [category('Pizza', [dish('Margherita')])])] }
const ticket = snapshotOf({ items })

/** A list's lines with their notes about avoided allergens. */
const notesIn = (list: Element) =>
  Object.fromEntries(
    [...list.querySelectorAll('li')].map((one) => [
      items.find(({ name }) => one.textContent.includes(name))?.name,
      [...one.querySelectorAll('span')].find(
        ({ textContent, children }) => children.length === 0 && /(evitas|avoid)\.$/.test(textContent),
      )?.textContent ?? '',
    ]),
  )
const notes = {
  Margherita: 'Contains milk, which you avoid. Not known to be free from eggs, which you avoid.',
  Marinara: '',
  Special: 'Not known to be free from milk and eggs, which you avoid.',
  Service: '',
}

const openOrder = async (at: string) => {
  const { page } = await orderPage({ ticket, book, at })
  await show(page)
}
const openMenus = async () => {
  const { page, setTicket } = menusPage(book.menus, '/order')
  await show(page)
  await setTicket({ row: ticketRow({ snapshot: ticket }), pending: [] })
  return setTicket
}

describe('an order’s lines that are not free from what is avoided on this device say so', () => {
  beforeEach(() => keepAvoided(['milk', 'eggs']))

  it('in the cart', async () => {
    await openOrder('/ordercart')
    await until(() => expect(notesIn(find('ul', 'Your order'))).toEqual(notes))
  })

  it('in what checkout shows of the order, and in Spanish', async () => {
    await openOrder('/ordercheckout')
    await until(() => expect(notesIn(find('section', 'Order summary'))).toEqual(notes))
    await leavePage()
    setTranslation(es)
    await openOrder('/ordercheckout')
    await until(() => {
      const text = document.body.textContent
      expect(text).toContain(
        'Contiene leche, que tú evitas. No se sabe si está libre de huevo, que tú evitas.',
      )
      expect(text).toContain('No se sabe si está libre de leche y huevo, que tú evitas.')
    })
  })

  it('beside the dishes, with the choices that a line has now, sent or not', async () => {
    const setTicket = await openMenus()
    const beside = () => notesIn(find('aside', 'Your order'))
    await until(() => expect(beside()).toEqual(notes))
    // The dish is changed to one without cheese, while there is no network.
    const free = { contains: ['gluten' as const], free_from: 'others' as const }
    const changed = change('a', 1)
    const pending = waitingRows({
      ...changed,
      shown: { ...shownMargherita, allergens: free },
    } as typeof changed)
    await setTicket({ row: ticketRow({ snapshot: ticket }), pending })
    await until(() => expect(beside()).toEqual({ ...notes, Margherita: '' }))
  })
})

it('an order’s lines say it only while something is avoided', async () => {
  await openOrder('/ordercart')
  await until(() => expect(find('ul', 'Your order').textContent).toContain('Contains gluten and milk'))
  expect(document.body.textContent).not.toContain('you avoid')
  await inAct(async () => keepAvoided(['milk', 'eggs']))
  await until(() => expect(notesIn(find('ul', 'Your order'))).toEqual(notes))
})

it('an order’s lines say which of somebody’s diets they are not known to fit; a fee is not eaten', async () => {
  keepDiets(['vegan'])
  await openOrder('/ordercart')
  const order = () => find('ul', 'Your order').textContent
  await until(() => expect(order()).toContain('Contains milk, which you avoid.'))
  // The menu labels neither of the others as vegan.
  await until(() => expect(order().split('Not known to be vegan.')).toHaveLength(3))
})
