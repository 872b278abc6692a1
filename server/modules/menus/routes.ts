import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { MenuMode } from '#contract/schemas/menu.ts'
import { answerText, checkTime, registerRaw } from '#server/plugins/endpoints.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { PrebuiltAnswers } from '#server/plugins/prebuilt-answers.ts'
import { type Prebuilt, sendDifference, sendPrebuilt } from '#server/plugins/prebuilt.ts'
import { notFound } from '#server/plugins/problems.ts'
import {
  bookOf,
  cardOf,
  findChanges,
  findCategory,
  findItem,
  findMenu,
  listCategories,
  listMenuHeads,
} from './service.ts'

/** Menus, categories, items and the menu book (specification §7 *Menus*; the book is an extension of docs/design/contract.md). */
export function addMenuRoutes(app: FastifyInstance, answers: PrebuiltAnswers): void {
  addBookRoutes(app, answers)
  const { listItems, getItem } = endpoints
  registerRaw(app, listItems, ({ merchant, params, query, request, reply }) => {
    const category = findCategory(merchant, params['menu']!, params['category']!)
    if (!category) throw notFound('This part of the menu is not there anymore.')
    const minimize = query.minimize === 'true'
    const name = `items/${params['menu']}/${params['category']}/${minimize}`
    // The table names the fields of a card; without `minimize` the answer has the same ones: sections come with the item and the book.
    return sendPrebuilt(
      request,
      reply,
      answers.get(merchant, listItems, name, () => ({ items: category.items.map(cardOf) })),
    )
  })
  registerRaw(app, getItem, ({ merchant, params, request, reply }) => {
    const { menu = '', category = '', item: id = '' } = params
    const item = findItem(merchant, menu, category, id)
    if (!item) throw notFound('This dish is not on the menu anymore.')
    return sendPrebuilt(
      request,
      reply,
      answers.get(merchant, getItem, `item/${menu}/${category}/${id}`, () => ({ item })),
    )
  })
}

function addBookRoutes(app: FastifyInstance, answers: PrebuiltAnswers): void {
  const { listMenus, listCategories: listCategoriesOf, getMenuBook, getMenuChanges } = endpoints
  registerRaw(app, listMenus, ({ merchant, query, request, reply }) => {
    checkTime(query.time)
    const mode: MenuMode = query.online_order === 'true' ? 'order' : 'browse'
    return sendPrebuilt(
      request,
      reply,
      answers.get(merchant, listMenus, `menus/${mode}`, () => ({ menus: listMenuHeads(merchant, mode) })),
    )
  })
  registerRaw(app, listCategoriesOf, ({ merchant, params, request, reply }) => {
    const menu = findMenu(merchant, params['menu']!)
    if (!menu) throw notFound('This menu is not there anymore.')
    return sendPrebuilt(
      request,
      reply,
      answers.get(merchant, listCategoriesOf, `categories/${params['menu']}`, () => ({
        categories: listCategories(menu),
      })),
    )
  })
  const wholeBook = (merchant: Merchant, mode: MenuMode): Prebuilt =>
    answers.get(merchant, getMenuBook, `book/${mode}`, () => bookOf(merchant, mode))
  registerRaw(app, getMenuBook, ({ merchant, query, request, reply }) =>
    sendPrebuilt(request, reply, wholeBook(merchant, query.mode)),
  )
  registerRaw(app, getMenuChanges, ({ merchant, query, request, reply }) =>
    sendDifference(request, reply, wholeBook(merchant, query.mode), () => {
      const changes = findChanges(merchant, query.mode, new Set(query.have.split(',')))
      return changes && answerText(getMenuChanges, changes)
    }),
  )
}
