import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { type Extension, operations } from '#contract/operations.ts'
import { type ApiExtension, apiExtensions } from '#contract/schemas/location.ts'
import type { Check } from '../check.ts'
import { expectThat, NotChecked, NotOffered } from '../findings.ts'
import { contact, menusToOrder, newOrder, unknownId, offers, openOrder, signedIn } from '../steps.ts'
import { type Answered, rowOf, type Visit } from '../visit.ts'
import { paymentChecks } from './payment.ts'

/** Larder's extensions to the specification: the portal uses each where it is offered, and works without. A missing one is not a failure. */

/** The answer to a call that an API need not have. Throws NotOffered if it does not have it. */
async function tried(
  visit: Visit,
  name: EndpointName,
  options: Parameters<Visit['call']>[1] = {},
): Promise<Answered> {
  const answered = await visit.call(name, options)
  if ([403, 404, 405, 501].includes(answered.status))
    throw new NotOffered(`${answered.what} answers ${answered.status}`)
  return answered
}

/** For answers that are the same for everybody: a stored copy is revalidated by its ETag, and an unchanged one needs no body. */
const etags: Check = {
  id: 'x:etag',
  title: 'an unchanged answer is 304 without a body, and nothing else is',
  calls: ['getLocation', 'getConfigurations', 'listAnnouncements'],
  async run(visit) {
    let offered = false
    for (const name of ['getLocation', 'getConfigurations', 'listAnnouncements'] as const) {
      const { etag } = (await visit.call(name)).headers
      if (etag === undefined) continue
      offered = true
      const same = await visit.call(name, { headers: { 'if-none-match': etag } })
      expectThat(
        same.status === 304 && same.text === '',
        `304 from ${same.what} for its own tag`,
        same.status,
      )
      const other = await visit.call(name, { headers: { 'if-none-match': '"of-another-day"' } })
      expectThat(other.status === 200, `200 from ${other.what} for another tag`, other.status)
    }
    if (!offered) throw new NotOffered('answers have no ETag')
  },
}

/** Repeating a change with its idempotency key does not change anything twice. Where this is not offered, the portal checks before it repeats. */
const keys: Check = {
  id: 'x:idempotency_keys',
  title: 'the same key is the same change, and gives the same answer',
  calls: ['createTicket', 'addItems'],
  async run(visit) {
    const key = visit.settings.ids.uuid()
    const first = await visit.step('created', 'AT-01', () => newOrder(visit))
    const one = visit.read('createTicket', await visit.call('createTicket', { key })).ticket_order
    const again = await visit.call('createTicket', { key })
    const other = visit.read('createTicket', again).ticket_order
    const says = again.headers['idempotent-replayed'] === 'true' || (await offers(visit, 'idempotency_keys'))
    if (one.id !== other.id && !says) throw new NotOffered('a repeat under the same key is a new change')
    expectThat(one.id === other.id && one.id !== first.id, `order ${one.id} again`, other.id)
  },
}

const menuBook: Check = {
  id: 'x:menu_book',
  title: 'the whole menu book, with the same menus as the list',
  calls: ['getMenuBook'],
  async run(visit) {
    const answered = await tried(visit, 'getMenuBook', { query: { mode: 'order' } })
    const names = visit.read('getMenuBook', answered).menus.map((menu) => menu.external_id)
    const listed = (await menusToOrder(visit)).map((menu) => menu.external_id)
    expectThat(names.join() === listed.join(), `menus ${listed.join(', ')}`, names)
  },
}

const menuChanges: Check = {
  id: 'x:menu_changes',
  title: 'a changed book without the categories that the caller has',
  calls: ['getMenuChanges'],
  async run(visit) {
    const whole = visit.read('getMenuBook', await tried(visit, 'getMenuBook', { query: { mode: 'order' } }))
    const have = whole.menus.flatMap(({ categories }) => categories.flatMap(({ digest }) => digest ?? []))
    if (have.length === 0) throw new NotOffered('its categories have no digests')
    const answered = await tried(visit, 'getMenuChanges', { query: { mode: 'order', have: have.join() } })
    const left = visit
      .read('getMenuChanges', answered)
      .menus.flatMap(({ categories }) => categories.filter((category) => 'items' in category))
    expectThat(left.length === 0, 'no category that the call named', left.length)
  },
}

const withdrawal: Check = {
  id: 'x:payment_withdrawal',
  title: 'a payment that never arrived is withdrawn',
  calls: ['withdrawPayment'],
  async run(visit) {
    const answered = await tried(visit, 'withdrawPayment', { params: { key: visit.settings.ids.uuid() } })
    const { state } = visit.read('withdrawPayment', answered)
    expectThat(state === 'withdrawn', 'withdrawn', state)
  },
}

/** Reads that need no session: their answers are checked against the contract. */
const readsForAnybody: readonly Check[] = (
  [
    ['getPushKey', {}],
    ['listWallets', {}],
    ['getChallenge', {}],
    ['searchPlaces', { query: { query: '1 Main Street' } }],
  ] as const
).map(([name, options]) => ({
  id: rowOf(name),
  title: 'its answer is as the contract has it',
  calls: [name],
  run: async (visit: Visit) => visit.read(name, await tried(visit, name, options)),
}))

const readsForMembers: readonly Check[] = (['listSessions', 'listGifts', 'findOpenTicket'] as const).map(
  (name) => ({
    id: rowOf(name),
    title: 'its answer is as the contract has it',
    calls: [name],
    run: async (visit: Visit) =>
      visit.read(name, await tried(visit, name, { token: (await signedIn(visit)).tokens.token })),
  }),
)

/** A session that was ended stops working at once, wherever its token is still stored. */
const ended: Check = {
  id: 'x:sessions',
  title: 'a session that was ended is refused',
  calls: ['signIn', 'revokeByRevocationId'],
  async run(visit) {
    const { member, organizationId: organization_id, locationId: location_id } = visit.settings
    if (!member) throw new NotChecked('needs --email and --password')
    if (!(await offers(visit, 'sessions'))) throw new NotOffered('not among api_extensions')
    const { token, revocation_id } = await visit.answer('signIn', {
      body: { ...member, organization_id, location_id },
    })
    expectThat(revocation_id !== undefined, 'revocation_id', 'none')
    await visit.answer('revokeByRevocationId', { body: { revocation_id } })
    const { status } = await visit.call('getUser', { token })
    expectThat(status === 401, '401 for a session that was ended', status)
  },
}

const aliases: Check = {
  id: 'x:post_aliases',
  title: 'a made-up unlock token by POST is refused',
  calls: ['unlockAccountByPost'],
  async run(visit) {
    if (!(await offers(visit, 'post_aliases'))) throw new NotOffered('not among api_extensions')
    const body = { token: 'made-up-by-the-conformance-kit' }
    await visit.refusal('unlockAccountByPost', [400, 404, 422], { body })
  },
}

const release: Check = {
  id: 'x:tender_release',
  title: 'no payment is taken off an order that does not exist',
  calls: ['releaseTenders'],
  async run(visit) {
    if (!(await offers(visit, 'tender_release'))) throw new NotOffered('not among api_extensions')
    await visit.refusal('releaseTenders', [404], { params: { id: unknownId } })
  },
}

/**
 * The API must refuse addresses outside the delivery area, not only list the area: it may shrink while a guest types, who would then pay for a dinner that
 * nobody delivers.
 */
const area: Check = {
  id: 'x:delivery_area',
  title: 'an address outside the area is refused',
  calls: ['updateTicket'],
  async run(visit) {
    const { id, settings } = await openOrder(visit)
    const { show_delivery_option: delivers, delivery_zips: zips } = settings
    if (!delivers || !zips) throw new NotOffered('an order’s settings have no delivery_zips')
    const address = {
      recipient_address: '1 Main Street',
      recipient_city: 'Nowhere',
      recipient_state: 'NY',
      recipient_zip: ['00001', '00002'].find((zip) => !zips.includes(zip)) ?? '00003',
    }
    const body = { use_delivery: true, use_curbside: false, ...contact, ...address }
    await visit.refusal('updateTicket', [400, 409, 422], { params: { id }, body })
  },
}

const looked = [
  etags,
  keys,
  ended,
  menuBook,
  menuChanges,
  withdrawal,
  aliases,
  release,
  area,
  ...readsForAnybody,
  ...readsForMembers,
]

const isListed = (extension: Extension): extension is ApiExtension =>
  (apiExtensions as readonly string[]).includes(extension)

/**
 * Whether an API has an extension for staff, which `api_extensions` does not name. One of its calls is made without a session and about nothing that exists: an
 * API that has the call refuses the caller, any other does not know its path.
 */
async function hasStaffCalls(visit: Visit, extension: Extension): Promise<boolean> {
  const name = (Object.keys(operations) as EndpointName[]).find(
    (one) => rowOf(one) === `x:${extension}` && endpoints[one].caller !== 'anyone',
  )
  const { status } = await visit.call(name!, { params: { id: unknownId } })
  return status === 401 || status === 403
}

/** Extensions that the kit does not test: it only reports whether they are offered. Staff's calls are not for the kit to try. */
const others: readonly Check[] = [
  ...new Set(Object.values(operations).flatMap((one) => ('extension' in one ? [one.extension] : []))),
]
  .filter((extension) => ![...looked, ...paymentChecks].some(({ id }) => id === `x:${extension}`))
  .map((extension) => ({
    id: `x:${extension}`,
    title: 'an extension that this command does not test',
    calls: [],
    async run(visit: Visit) {
      if (!isListed(extension)) {
        if (!(await hasStaffCalls(visit, extension))) throw new NotOffered('its calls are not there')
      } else if (!(await offers(visit, extension))) throw new NotOffered('not among api_extensions')
      throw new NotChecked('offered')
    },
  }))

export const extensionChecks: readonly Check[] = [...looked, ...others]
