import type { Check } from '../check.ts'
import { expectThat } from '../findings.ts'
import { locationOf, unknownId, requireFeature, localTimeAt } from '../steps.ts'

/** §7 *Location*. */
export const locationChecks: readonly Check[] = [
  {
    id: 'AL-03',
    title: 'the location with its settings',
    calls: ['getLocation'],
    run: locationOf,
  },
  {
    id: 'AL-01',
    title: 'configurations, each name once',
    calls: ['getConfigurations'],
    async run(visit) {
      const { configurations } = await visit.answer('getConfigurations')
      const names = configurations.map(({ name }) => name)
      expectThat(new Set(names).size === names.length, 'each configuration once', names)
    },
  },
  {
    id: 'AL-02',
    title: 'announcements, requested with the local time',
    calls: ['listAnnouncements'],
    run: async (visit) => visit.answer('listAnnouncements', { query: { time: await localTimeAt(visit) } }),
  },
  {
    id: 'AL-04',
    title: 'a message without its fields is refused',
    calls: ['sendContactMessage'],
    async run(visit) {
      await requireFeature(visit, 'feedback', 'the contact form')
      await visit.refusal('sendContactMessage', [400, 422], { wrongBody: { first_name: '' } })
    },
  },
  {
    id: 'AL-05',
    title: 'no receipt of an order that does not exist',
    calls: ['getReceipt'],
    run: (visit) =>
      visit.refusal('getReceipt', [404], { query: { type: 'ticket_order', object_id: unknownId } }),
  },
  {
    id: 'AL-05',
    title: 'no receipt of an unknown type',
    calls: ['getReceipt'],
    run: (visit) =>
      visit.refusal('getReceipt', [400, 404, 422], { query: { type: 'wish', object_id: unknownId } }),
  },
]
