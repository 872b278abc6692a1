import type { Given, Reach, Sent } from '../../support/spec-only-api/spec-only.ts'
import type { TestClock } from './larder.ts'

/** Realistic defects of an API, placed between the reference API and its client: a merchant's own API might have each of them. */

type Defect = {
  name: string
  /** The requirement that must be reported. */
  id: string
  plant(reach: Reach, clock: TestClock): Reach
}

type Json = Record<string, unknown>

const pathOf = ({ path }: Sent): string => path.split('?')[0]!
/** An answer with its JSON changed. */
const edited = (given: Given, edit: (json: Json) => unknown): Given => ({
  ...given,
  text: JSON.stringify(edit(JSON.parse(given.text) as Json)),
})
/** Changes the successful answers of some calls. */
const answers =
  (method: string, pattern: RegExp, edit: (json: Json) => unknown) =>
  (reach: Reach): Reach =>
  async (sent) => {
    const given = await reach(sent)
    const isMeant = sent.method === method && pattern.test(pathOf(sent)) && given.status === 200
    return isMeant ? edited(given, edit) : given
  }
const withHeaders = (given: Given, headers: Record<string, string>): Given => ({
  ...given,
  headers: { ...given.headers, ...headers },
})

const ticket = (edit: (order: Json) => Json) => (json: Json) =>
  'ticket_order' in json ? { ...json, ticket_order: edit(json['ticket_order'] as Json) } : json

export const plantedDefects: readonly Defect[] = [
  {
    name: 'the location’s zone is one of Windows’ names',
    id: 'AL-03',
    plant: answers('GET', /\/location\/[^/]+$/, ({ location }) => ({
      location: { ...(location as Json), time_zone: 'Eastern Standard Time' },
    })),
  },
  {
    name: 'the location’s hours are words',
    id: 'AL-03',
    plant: answers('GET', /\/location\/[^/]+$/, ({ location }) => ({
      location: { ...(location as Json), hours: { monday: [['noon', 'late']] } },
    })),
  },
  {
    name: 'an order that is not there is a failure of the server',
    id: 'ER-04',
    plant: (reach) => async (sent) => {
      const given = await reach(sent)
      return given.status === 404 && pathOf(sent).includes('/ticketorder/')
        ? { ...given, status: 500 }
        : given
    },
  },
  {
    name: 'a dish lacks the id that it is ordered by',
    id: 'AM-04',
    plant: answers('GET', /\/item\/[^/]+$/, (json) => {
      const { omnivore_id: _gone, ...item } = json['item'] as Json
      return { item }
    }),
  },
  {
    name: 'an order’s line has what was sent, and neither number, name nor price',
    id: 'AT-03',
    plant: answers(
      'POST',
      /\/ticketorder\/[^/]+\/items$/,
      ticket((order) => ({
        ...order,
        items: (order['items'] as Json[]).map(({ menu_item, quantity, modifiers }) => ({
          menu_item,
          quantity,
          modifiers: (modifiers as Json[]).map(({ modifier }) => ({ modifier })),
        })),
      })),
    ),
  },
  {
    name: 'a price is dollars with a fraction',
    id: 'AM-03',
    plant: answers('GET', /\/items$/, (json) => ({
      items: (json['items'] as Json[]).map((item) => ({ ...item, omnivore: { price_per_unit: 16.5 } })),
    })),
  },
  {
    name: 'refusals have a shape of their own',
    id: 'ER-07',
    plant: (reach) => async (sent) => {
      const given = await reach(sent)
      return given.status === 422 || given.status === 400
        ? edited(given, ({ message }) => ({ error: message }))
        : given
    },
  },
  {
    name: 'a payment that is sent again is taken again',
    id: 'AT-15',
    plant(reach) {
      const payments = new Map<string, number>()
      return async (sent) => {
        const id = /\/ticketorder\/([^/]+)/.exec(pathOf(sent))?.[1] ?? ''
        const given = await reach(sent)
        if (pathOf(sent).endsWith('/payment') && (payments.has(id) || given.status === 200))
          payments.set(id, (payments.get(id) ?? 0) + 1)
        const times = payments.get(id) ?? 1
        if (times === 1 || given.status !== 200) return given
        return edited(
          given,
          ticket((order) => ({ ...order, payments: Array(times).fill((order['payments'] as unknown[])[0]) })),
        )
      }
    },
  },
  {
    name: 'whoever has no session is somebody all the same',
    id: 'ER-03',
    plant(reach) {
      let good: string | undefined
      return async (sent) => {
        const given = await reach(sent)
        if (given.status === 200 && sent.headers['authorization']) good = sent.headers['authorization']
        if (given.status !== 401 || good === undefined || sent.method !== 'GET') return given
        return await reach({ ...sent, headers: { ...sent.headers, authorization: good } })
      }
    },
  },
  {
    name: 'the list of menus takes longer than anybody waits',
    id: 'AM-01',
    plant: (reach, clock) => async (sent) => {
      const given = await reach(sent)
      if (pathOf(sent).endsWith('/menus')) clock.advance(21_000)
      return given
    },
  },
  {
    name: 'a new order is kept by caches, and given to the next guest',
    id: 'AT-01',
    plant: (reach) => async (sent) => {
      const given = await reach(sent)
      return pathOf(sent).endsWith('/ticketorder/create')
        ? withHeaders(given, { 'cache-control': 'public, max-age=600' })
        : given
    },
  },
  {
    name: 'a tag that stays the same whatever was changed',
    id: 'x:etag',
    plant: (reach) => async (sent) => {
      const given = await reach(sent)
      return sent.headers['if-none-match'] !== undefined && given.status === 200
        ? { ...given, status: 304, text: '' }
        : given
    },
  },
  {
    name: 'totals that do not add up',
    id: 'AT-03',
    plant: answers(
      'POST',
      /\/items$/,
      ticket((order) => ({ ...order, totals: { ...(order['totals'] as Json), sub_total: '$1.00' } })),
    ),
  },
  {
    name: 'an unpaid order is placed',
    id: 'AT-16',
    plant: (reach) => async (sent) => {
      const given = await reach(sent)
      if (!pathOf(sent).endsWith('/submit') || given.status !== 409) return given
      return await reach({
        ...sent,
        method: 'GET',
        path: pathOf(sent).replace(/\/v2\.0|\/submit/g, ''),
        body: undefined,
      })
    },
  },
  {
    name: 'a session that was ended goes on',
    id: 'x:sessions',
    plant: (reach) => async (sent) =>
      pathOf(sent).endsWith('/auth/revoke')
        ? { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' }
        : await reach(sent),
  },
  {
    name: 'a key that is said to be kept, and is not',
    id: 'x:idempotency_keys',
    plant(reach) {
      let sequence = 0
      return async (sent) => {
        if (!pathOf(sent).endsWith('/ticketorder/create')) return await reach(sent)
        const key = `00000000-0000-4000-8000-${String(++sequence).padStart(12, '0')}`
        const given = await reach({ ...sent, headers: { ...sent.headers, 'idempotency-key': key } })
        return withHeaders(given, { 'idempotent-replayed': 'true' })
      }
    },
  },
]
