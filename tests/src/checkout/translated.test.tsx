// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import type { TicketState } from '#lib/query/ticket-store.ts'
import { readOnOrder } from '#features/ordering/on-order.ts'
import { PromoNotice } from '#shared/forms/summary-panel.tsx'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { orderPage } from '../support/order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  setTranslation(es)
})
afterEach(() => setTranslation(undefined))

const nothingOff = 'FIVEOFF no descuenta nada de este pedido.'

it('what became of a promo code is in the page’s language, beside the total', async () => {
  await show(<PromoNotice text="FIVEOFF takes nothing off this order." />)
  expect(find('[role=status]').textContent).toBe(nothingOff)
})

it('what became of a promo code is in the page’s language, where it is typed', async () => {
  keepStep('promo')
  const book = {
    menus: [
      menu('Dinner', [
        category('Pizza', [
          dish('Margherita', { omnivore_id: 'dinner.pizza.margherita', omnivore: { price_per_unit: 1600 } }),
        ]),
      ]),
    ],
  }
  const ticket = snapshotOf({ items: [line({ modifiers: [] })], promo_code: 'FIVEOFF' })
  const { page } = await orderPage({ ticket, book })
  await show(page)
  await until(() => expect(find('form').textContent).toContain(nothingOff))
})

it('why a dish was refused is in the page’s language, each sentence', () => {
  const place = { menu_external_id: 'dinner', menu_category_external_id: 'pizza', menu_item_external_id: 'a' }
  const messages = ['A', 'B'].map(
    (name) => `${name} is sold out for now. We are sorry! Please choose something else.`,
  )
  const change = { kind: 'item.add', line: place }
  const ticket = { state: 'active', view: { lines: [] }, row: { refusals: [{ change, messages }] } }
  const { refused } = readOnOrder(ticket as unknown as TicketState).of({
    external_menu_id: 'dinner',
    external_menu_category_id: 'pizza',
    external_id: 'a',
  })
  expect(refused).toBe(
    'Por ahora ya no hay A. ¡Lo sentimos! Elige otra cosa. Por ahora ya no hay B. ¡Lo sentimos! Elige otra cosa.',
  )
})
