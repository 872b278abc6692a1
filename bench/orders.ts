import { randomUUID } from 'node:crypto'
import type { BookMenu, MenuBook } from '#contract/schemas/menu.ts'
import type { TicketOrder, TicketOrderAnswer } from '#contract/schemas/ticket-order.ts'
import type { Figure } from './budgets.ts'
import { type Answer, type Ask, type Connection, openConnections, rate } from './http-load.ts'

const connectionCount = 16

/** How many paid tickets a second can be submitted. The tickets are made and paid before the clock runs. */
export async function measureOrders(port: number, location: string, id: 'submit' | 'submitPostgres', count: number): Promise<Figure> {
  const connections = await openConnections(connectionCount, port, `bella.localhost:${port}`)
  try {
    const dish = plainDish(read<MenuBook>(await connections[0]!.ask({ path: `/api/location/${location}/menubook?mode=order` })))
    const paid: string[] = []
    let begun = 0
    const prepared = await rate(connections, async (connection) => {
      if (begun >= count) return false
      paid.push(await makePaidTicket(connection, location, dish, guest(begun++)))
      return true
    })
    const waiting = [...paid]
    const value = await rate(connections, async (connection) => {
      const ticket = waiting.pop()
      if (!ticket) return false
      // Its status is looked at and its text is not: parsing tens of kilobytes here would take the server's processor time.
      await send(connection, {
        method: 'POST',
        path: `/api/v2.0/location/${location}/ticketorder/${ticket}/submit`,
        body: { phone_number: '2125550142' },
      })
      return true
    })
    return { id, value, note: `${paid.length} orders; made and paid before at ${Math.round(prepared)}/s` }
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** The first dish that asks for no choice. */
function plainDish({ menus }: MenuBook) {
  const ofMenu = (menu: BookMenu) => menu.categories.flatMap((category) => category.items.map((item) => ({ menu, category, item })))
  const dish = menus
    .flatMap(ofMenu)
    .find(({ item }) => item.available !== false && item.custom_options.length === 0 && item.additional_items.length === 0)
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

/** Each order is another guest's, as at a busy restaurant: one guest who orders without end is stopped by the limits. */
type Guest = { headers: { 'x-forwarded-for': string }; email: string; card: string }

/** The sandbox's cards that pay. */
const cards = ['4242424242424242', '4000056655665556', '5555555555554444', '2223003122003222', '5200828282828210', '5105105105105100']

const guest = (nth: number): Guest => ({
  headers: { 'x-forwarded-for': `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}` },
  email: `bench-${nth}@example.com`,
  card: cards[nth % cards.length]!,
})

async function makePaidTicket(connection: Connection, location: string, dish: ReturnType<typeof plainDish>, by: Guest): Promise<string> {
  const { headers } = by
  const base = `/api/location/${location}`
  const { ticket_order: created } = await change(connection, { path: `${base}/ticketorder/create`, headers })
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
  const { ticket_order: filled } = await change(connection, { method: 'POST', path: `${ticket}/items`, body: { items: [dish] }, headers })
  const amount = Number(filled.totals.due.replace(/[$,]/g, ''))
  await change(connection, {
    method: 'POST',
    path: `${ticket}/payment`,
    body: { tip: 0, amount, payment_source: await makeCard(connection, location, by.card) },
    headers,
  })
  return created.id
}

/** A payment method, made in the sandbox as its hosted fields make one. */
async function makeCard(connection: Connection, location: string, number: string): Promise<string> {
  const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '40', 'card[cvc]': '123' }
  const body = new URLSearchParams({ key: `pk_sandbox_${location}`, ...card, 'billing_details[name]': 'Bench Mark' })
  const path = '/sandbox/payments/v1/payment_methods'
  return read<{ id: string }>(await connection.ask({ method: 'POST', path, body, headers: { origin: 'null' } }), path).id
}

/** The first time that can be ordered for: the kitchen may be closed while this runs. */
function firstSlot({ settings }: TicketOrder): { ready_date_v2: string; ready_time_v2: string } {
  for (const { date, available_time_slots } of settings.available_order_ahead_time_slots_for_the_future) {
    const slot = available_time_slots.find(({ enable }) => enable)
    if (slot) return { ready_date_v2: date, ready_time_v2: slot.value }
  }
  throw new Error('no time can be ordered for')
}

async function change(connection: Connection, ask: Ask): Promise<TicketOrderAnswer> {
  return read(await send(connection, ask), ask.path)
}

async function send(connection: Connection, ask: Ask): Promise<Answer> {
  return checked(await connection.ask({ ...ask, headers: { ...ask.headers, 'idempotency-key': randomUUID() } }), ask.path)
}

const read = <T>(answer: Answer, path = ''): T => JSON.parse(checked(answer, path).body.toString('utf8')) as T

function checked(answer: Answer, path: string): Answer {
  const { status, body } = answer
  if (status !== 200 && status !== 201) throw new Error(`${path} answered ${status}: ${body.toString('utf8').slice(0, 300)}`)
  return answer
}
