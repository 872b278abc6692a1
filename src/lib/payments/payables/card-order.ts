import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { isCardOrderPlaced } from '#contract/rules/card-order.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { updateCardOrder } from '#db/card-orders.ts'
import { errorOf, hasError } from '#lib/errors/answer-error.ts'
import type { Payable } from './payable.ts'

type Row = Extract<AttemptRow, { payable: 'card-order' }>
/** An order for gift cards that was placed. */
export type CardOrderDone = { order: CardOrder }

/** An order for gift cards: one call charges it, and creates or reloads its cards. */
export const cardOrderPayable: Payable<Row, CardOrderDone> = {
  read: async ({ api }, row) => ({
    order: (await api.send(cardEndpoints.getCardOrder, { params: { id: row.serverId }, as: row.as }))
      .card_order,
  }),
  isDone: (_row, { order }) => isCardOrderPlaced(order.status),
  async post(api, row) {
    const { card_order } = await api.send(cardEndpoints.submitCardOrder, {
      params: { id: row.serverId },
      key: row.key,
      as: row.as,
      body: row.body,
    })
    if (card_order.has_error === true || (hasError(card_order) && !isCardOrderPlaced(card_order.status)))
      throw errorOf(card_order)
    return { order: card_order }
  },
  canRepeat: () => true,
  tables: (db) => [db.cardOrders.name],
  // Submitting resets the step (specification §4 *Card order*): a guest who returns starts from the first step.
  save: async ({ db, clock }, row, { order }) =>
    await updateCardOrder(
      db,
      row.payableId,
      { snapshot: order, ...(isCardOrderPlaced(order.status) && { step: 0 }) },
      clock.now(),
    ),
}
