import type { Check } from '../check.ts'
import { expectThat, NotOffered } from '../findings.ts'
import { orderableDish, firstCategory, locationOf, menusToOrder } from '../steps.ts'
import { isOn } from '#contract/rules/features.ts'

/** §7 *Menus*. */
export const menuChecks: readonly Check[] = [
  { id: 'AM-01', title: 'the menus to order from', calls: ['listMenus'], run: menusToOrder },
  {
    id: 'AM-01',
    title: 'the menus to read',
    calls: ['listMenus'],
    async run(visit) {
      if (!isOn((await locationOf(visit)).settings, 'readOnlyMenu'))
        throw new NotOffered('the menu is switched off')
      await visit.answer('listMenus', { query: { sort: 'order:asc', read_only: 'true' } })
    },
  },
  {
    id: 'AM-02',
    title: 'the categories of a menu name it',
    calls: ['listCategories'],
    async run(visit) {
      for (const { external_id: menu } of (await menusToOrder(visit)).slice(0, 3)) {
        const { categories } = await visit.answer('listCategories', { params: { menu } })
        for (const one of categories)
          expectThat(one.external_menu_id === menu, `external_menu_id ${menu}`, one.external_menu_id)
      }
    },
  },
  {
    id: 'AM-02',
    title: 'a menu that does not exist',
    calls: ['listCategories'],
    run: (visit) => visit.refusal('listCategories', [404], { params: { menu: 'no-such-menu' } }),
  },
  {
    id: 'AM-03',
    title: 'the dishes of a category name their menu and category',
    calls: ['listItems'],
    async run(visit) {
      const { menu, category } = await firstCategory(visit)
      const params = { menu: menu.external_id, category: category.external_id }
      const { items } = await visit.answer('listItems', { params, query: { minimize: 'true' } })
      for (const item of items)
        expectThat(
          item.external_menu_id === params.menu && item.external_menu_category_id === params.category,
          `a dish of ${params.menu}, ${params.category}`,
          [item.external_menu_id, item.external_menu_category_id],
        )
    },
  },
  {
    id: 'AM-04',
    title: 'a dish alone is the same as in the list',
    calls: ['getItem'],
    async run(visit) {
      const { item } = await orderableDish(visit)
      const params = { menu: item.external_menu_id, category: item.external_menu_category_id }
      const { items } = await visit.answer('listItems', { params, query: { minimize: 'true' } })
      const listed = items.find((one) => one.external_id === item.external_id)
      expectThat(
        listed?.omnivore_id === item.omnivore_id &&
          listed.omnivore.price_per_unit === item.omnivore.price_per_unit,
        `${item.name} for ${listed?.omnivore.price_per_unit} cents`,
        item.omnivore.price_per_unit,
      )
    },
  },
  {
    id: 'AM-04',
    title: 'a dish that does not exist',
    calls: ['getItem'],
    async run(visit) {
      const { menu, category } = await firstCategory(visit)
      const params = { menu: menu.external_id, category: category.external_id, item: 'no-such-dish' }
      await visit.refusal('getItem', [404], { params })
    },
  },
]
