import { type FeatureName, isOn } from '#contract/rules/features.ts'
import { listItemProblems } from '#contract/rules/item.ts'
import { emptySelection, modifiersOf, type Selection, walkSelection } from '#contract/pricing/selection.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { ApiExtension, Location } from '#contract/schemas/location.ts'
import type { Category, Menu, MenuItem } from '#contract/schemas/menu.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import type { OrderLineItem, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import { expectThat, NotChecked, NotOffered } from './findings.ts'
import type { Visit } from './visit.ts'

/** What several checks need, each made once: the location, a dish that can be ordered, an open order, a session. */

export const locationOf = (visit: Visit): Promise<Location> =>
  visit.step('location', 'AL-03', async () => {
    const answered = await visit.call('getLocation')
    const { location } = visit.read('getLocation', answered)
    const { time_zone: zone = location.time_zone, hours } = (answered.json as { location: Partial<Location> })
      .location
    expectThat(zone === location.time_zone, 'time_zone a name of the IANA list (America/New_York)', zone)
    expectThat(
      hours === undefined || location.hours !== undefined,
      'hours as HH:MM, a list for each day',
      hours,
    )
    return location
  })

/** Throws NotOffered if the location's settings switch a feature off. */
export async function requireFeature(visit: Visit, feature: FeatureName, words: string): Promise<void> {
  if (!isOn((await locationOf(visit)).settings, feature)) throw new NotOffered(`${words} is switched off`)
}

/** Whether the location lists an extension among those it offers. */
export const offers = async (visit: Visit, extension: ApiExtension): Promise<boolean> =>
  (await locationOf(visit)).api_extensions?.includes(extension) ?? false

/** The restaurant's local time, in the format that calls use. */
export const localTimeAt = async (visit: Visit): Promise<string> =>
  formatTimeOfDay(localTime(visit.settings.clock.now(), (await locationOf(visit)).time_zone).minutes)

export const menusToOrder = (visit: Visit): Promise<Menu[]> =>
  visit.step('menus', 'AM-01', async () => {
    await requireFeature(visit, 'onlineOrders', 'ordering')
    const query = { sort: 'order:asc', online_order: 'true', time: await localTimeAt(visit) }
    return (await visit.answer('listMenus', { query })).menus
  })

type CategoryOfMenu = { menu: Menu; category: Category }

/** The first category that has dishes, with their ids. */
export const firstCategory = (visit: Visit): Promise<CategoryOfMenu & { items: string[] }> =>
  visit.step('shelf', 'AM-03', async () => {
    for (const menu of await menusToOrder(visit)) {
      const { categories } = await visit.answer('listCategories', { params: { menu: menu.external_id } })
      for (const category of categories) {
        const params = { menu: menu.external_id, category: category.external_id }
        const { items } = await visit.answer('listItems', { params, query: { minimize: 'true' } })
        if (items.length > 0) return { menu, category, items: items.map((item) => item.external_id) }
      }
    }
    throw new NotChecked('no menu that can be ordered from has a dish')
  })

/** A dish that can be ordered without further input, and an order line for it. */
export const orderableDish = (visit: Visit): Promise<{ item: MenuItem; line: OrderLineItem }> =>
  visit.step('dish', 'AM-04', async () => {
    const { menu, category, items } = await firstCategory(visit)
    for (const external of items) {
      const params = { menu: menu.external_id, category: category.external_id, item: external }
      const { item } = await visit.answer('getItem', { params })
      const selection = defaultsOf(item)
      if (item.available === false || listItemProblems(item, selection).length > 0) continue
      return { item, line: lineOf(item, selection) }
    }
    throw new NotChecked(`no dish of ${category.name} can be ordered`)
  })

/** What is selected by default, plus the first value of every required choice. */
function defaultsOf(item: MenuItem): Selection {
  let selection = emptySelection
  for (let rounds = 0; rounds < 10; rounds++) {
    const missing: Record<string, string> = {}
    walkSelection(item, selection, {
      choice({ key, choice, picked }) {
        const first = choice.values[0]
        if (choice.required && !picked && first) missing[key] = first.id
      },
    })
    if (Object.keys(missing).length === 0) break
    selection = { ...selection, values: { ...selection.values, ...missing } }
  }
  return selection
}

const lineOf = (item: MenuItem, selection: Selection): OrderLineItem => ({
  menu_external_id: item.external_menu_id,
  menu_category_external_id: item.external_menu_category_id,
  menu_item_external_id: item.external_id,
  menu_item: item.omnivore_id,
  modifiers: modifiersOf(item, selection),
  quantity: 1,
})

/** Makes a new order as a guest. Throws NotChecked while the kitchen is closed. */
export async function newOrder(visit: Visit): Promise<TicketOrder> {
  await requireFeature(visit, 'onlineOrders', 'ordering')
  const answered = await visit.call('createTicket', { query: { time: await localTimeAt(visit) } })
  if (answered.status >= 400 && /kitchen_closed|bad request/.test(answered.text))
    throw new NotChecked('the kitchen is closed now: check it while it is open')
  return visit.read('createTicket', answered).ticket_order
}

/** The order that the checks change: it has one line with the dish. */
export const openOrder = (visit: Visit): Promise<TicketOrder> =>
  visit.step('order', 'AT-03', async () => {
    const { line } = await orderableDish(visit)
    const { id } = await visit.step('created', 'AT-01', () => newOrder(visit))
    const { ticket_order: order } = await visit.answer('addItems', {
      params: { id },
      body: { items: [line] },
    })
    visit.cleanUps.push(() => emptyOrder(visit, id))
    return order
  })

/** Removes the order's lines. No call deletes an order, but an empty one expires. */
async function emptyOrder(visit: Visit, id: string): Promise<void> {
  const { ticket_order: order } = await visit.answer('getTicket', { params: { id } })
  if (order.status !== 'Open' || order.payments.length > 0) return
  for (const { index } of order.items) await visit.answer('removeItem', { params: { id, index } })
}

/** The contact on the orders: not a real person. */
export const contact = {
  recipient_first_name: 'Conformance',
  recipient_last_name: 'Check',
  recipient_email: 'conformance@example.com',
  recipient_phone: '2125550100',
  phone_number: '2125550100',
}

export const buyer = {
  buyer_first_name: 'Conformance',
  buyer_last_name: 'Check',
  buyer_email: 'conformance@example.com',
}

type Member = { tokens: Tokens; user: User }

/** The member named on the command line, signed in. Throws NotChecked if none was. */
export const signedIn = (visit: Visit): Promise<Member> =>
  visit.step('member', 'AU-01', async () => {
    const { member, organizationId: organization_id, locationId: location_id } = visit.settings
    if (!member) throw new NotChecked('needs --email and --password')
    const tokens = await visit.answer('signIn', { body: { ...member, organization_id, location_id } })
    const { user } = await visit.answer('getUser', { token: tokens.token })
    const { revocation_id } = tokens
    if (revocation_id !== undefined)
      visit.cleanUps.push(() => visit.call('revokeByRevocationId', { body: { revocation_id } }))
    return { tokens, user }
  })

/** A payment method for a test card. Throws NotChecked when nothing is to be paid. */
export async function testCardOf(visit: Visit): Promise<string> {
  if (!visit.settings.testCard) throw new NotChecked('needs --pay')
  return await visit.settings.testCard()
}

/** An id of something that does not exist, in our format, so that an API which checks the format first goes on. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Throws Misfit unless a text is an amount (`$1,234.56`, `-$5.00`). */
export function expectCurrency(text: string, where: string, about: string): void {
  expectThat(/^-?\$\d{1,3}(,\d{3})*\.\d\d$/.test(text), `${where} as currency text ($1,234.56)`, text, about)
}
