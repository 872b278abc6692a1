import type { BookMenu, MenuBook } from '#contract/schemas/menu.ts'
import type { TicketOrder, TicketOrderAnswer } from '#contract/schemas/ticket-order.ts'
import { change, type Guest, makeCard, read } from './api-calls.ts'
import type { Ask, Connection } from './http-load.ts'

/** Tickets that are complete but for payment. */

/** A dish as it is ordered. */
export type Dish = ReturnType<typeof plainDish>

/** A dish of a location's ordering menu that has no choices. */
export const findPlainDish = async (connection: Connection, location: string): Promise<Dish> =>
  plainDish(read<MenuBook>(await connection.ask({ path: `/api/location/${location}/menubook?mode=order` })))

/** The first dish without choices, from a menu that is served at any time. */
function plainDish({ menus }: MenuBook) {
  const ofMenu = (menu: BookMenu) =>
    menu.categories.flatMap((category) => category.items.map((item) => ({ menu, category, item })))
  const dish = menus
    .filter(({ served }) => !served)
    .flatMap(ofMenu)
    .find(
      ({ item }) =>
        item.available !== false && item.custom_options.length === 0 && item.additional_items.length === 0,
    )
  if (!dish) throw new Error('no dish without choices on the menu')
  const { menu, category, item } = dish
  return {
    menu_external_id: menu.external_id,
    menu_category_external_id: category.external_id,
    menu_item_external_id: item.external_id,
    menu_item: item.omnivore_id,
    modifiers: [],
    quantity: 1,
  }
}

/** Makes a guest's ticket with one dish; gives its id and the call that pays for it. */
export async function makeTicket(
  connection: Connection,
  location: string,
  dish: Dish,
  by: Guest,
): Promise<{ id: string; payment: Ask }> {
  const { headers } = by
  const base = `/api/location/${location}`
  const { ticket_order: created } = await change<TicketOrderAnswer>(connection, {
    path: `${base}/ticketorder/create`,
    headers,
  })
  const ticket = `${base}/ticketorder/${created.id}`
  const body = {
    use_curbside: true,
    ...firstSlot(created),
    recipient_first_name: 'Bench',
    recipient_last_name: 'Mark',
    recipient_email: by.email,
    phone_number: '2125550142',
  }
  await change(connection, { method: 'PUT', path: ticket, body, headers })
  const items = { method: 'POST' as const, path: `${ticket}/items`, body: { items: [dish] }, headers }
  const { ticket_order: filled } = await change<TicketOrderAnswer>(connection, items)
  const amount = Number(filled.totals.due.replace(/[$,]/g, ''))
  const source = await makeCard(connection, location, by.card)
  return {
    id: created.id,
    payment: {
      method: 'POST',
      path: `${ticket}/payment`,
      body: { tip: 0, amount, payment_source: source },
      headers,
    },
  }
}

/** The first time that can be ordered for: the kitchen may be closed while this runs. */
function firstSlot({ settings }: TicketOrder): { ready_date_v2: string; ready_time_v2: string } {
  for (const { date, available_time_slots } of settings.available_order_ahead_time_slots_for_the_future) {
    const slot = available_time_slots.find(({ enable }) => enable)
    if (slot) return { ready_date_v2: date, ready_time_v2: slot.value }
  }
  throw new Error('no time can be ordered for')
}
