import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import type { PhysicalOrder } from '#contract/schemas/physical-order.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { savePhysicalOrder } from '#db/physical-orders.ts'
import type { Payable } from './payable.ts'

type Row = Extract<AttemptRow, { payable: 'posted-order' }>
/** A placed cart of mailed cards, and the server's message. */
export type PostedOrderDone = { order: PhysicalOrder; message?: string | undefined }

/** Mailed cards: the whole cart is sent with status `Submit`, which charges it. */
export const postedOrderPayable: Payable<Row, PostedOrderDone> = {
  read: async ({ api }, row) => ({
    order: (await api.send(cardEndpoints.getPhysicalOrder, { params: { id: row.serverId }, as: row.as }))
      .physical_order,
  }),
  isDone: (_row, { order }) => isCardOrderPlaced(order.status),
  async post(api, row) {
    const sent = { params: { id: row.serverId }, key: row.key, as: row.as, body: row.body }
    const { physical_order, message } = await api.send(cardEndpoints.updatePhysicalOrder, sent)
    return { order: physical_order, message }
  },
  canRepeat: () => true,
  tables: (db) => [db.physicalOrders.name],
  save: async ({ db, clock }, row, { order }) =>
    await savePhysicalOrder(db, row.payableId, order, clock.now()),
}
