import { cardEndpoints } from '#contract/endpoints/cards.ts'
import { cardOrderSteps } from '#contract/rules/card-order.ts'
import type {
  CardOrderType,
  CardOrderUpdateBody,
  Program,
  ProgramsAnswer,
} from '#contract/schemas/card-order.ts'
import { writeIfUnchanged } from '#db/if-unchanged.ts'
import { beginCardOrder, type CardOrderRow, removeCardOrder, updateCardOrder } from '#db/card-orders.ts'
import { asAppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { keepCustomAmount } from '#lib/query/card-order-marks.ts'
import { requireNoError } from '#lib/errors/answer-error.ts'

/**
 * Every step of a card order is sent at once and needs a signal; what is typed stays on the device until it is accepted. Nothing waits in the outbox: a gift is
 * bought in one session, its programs and discounts come from the restaurant, and half of a waiting order helps nobody.
 */

/** What an order starts with: `cardId` is the card that a Reload puts money on. */
type Beginning = { type: CardOrderType; cardId?: string | undefined }

/** Starts an order and stores it on the device. A single program is chosen without asking (specification §4). Throws AppError. */
export async function startCardOrder(
  services: Services,
  { type, cardId }: Beginning,
  key: string,
): Promise<void> {
  const { api, db, clock, locationId } = services
  const principal = services.principal()
  const offer = cardOrderSteps[type].includes('program') ? await listOffer(services) : undefined
  const programs = offer?.programs ?? []
  const body = { type, ...(type === 'Reload' && cardId !== undefined && { card_id: cardId }) }
  const { card_order: snapshot } = await api.send(cardEndpoints.startCardOrder, { body, key })
  requireNoError(snapshot)
  keepCustomAmount(undefined)
  const only = programs.length === 1 ? programs[0] : undefined
  await beginCardOrder(db, {
    orderId: snapshot.id,
    locationId,
    principal,
    type,
    snapshot,
    typed: {},
    updatedAt: clock.now(),
    ...(type === 'Reload' && cardId !== undefined && { cardId }),
    ...(only && { programId: only.id, programName: only.description }),
    ...(offer?.designs && { designs: offer.designs, programs }),
    step: only ? 1 : 0,
  })
}

/** The programs that cards are sold under. Throws AppError. */
export const listPrograms = async (services: Services): Promise<Program[]> =>
  (await listOffer(services)).programs

/** The programs with the designs of their cards. Throws AppError. */
const listOffer = ({ api }: Services): Promise<ProgramsAnswer> => api.send(cardEndpoints.listPrograms)

/** Saves one step's part of an order and, once the server has accepted it, moves to `step` if given. Throws AppError, also for an answer with `has_error`. */
export async function saveCardOrder(
  { api, db, clock }: Services,
  row: CardOrderRow,
  body: CardOrderUpdateBody,
  { key, step }: { key: string; step?: number | undefined },
): Promise<void> {
  const { card_order: snapshot } = await api.send(cardEndpoints.updateCardOrder, {
    params: { id: row.orderId },
    body,
    key,
  })
  requireNoError(snapshot)
  await updateCardOrder(db, row.orderId, { snapshot, ...(step !== undefined && { step }) }, clock.now())
}

/** Refreshes a stored order; deletes one that the server no longer knows, or that is over. Without an answer the copy stays. */
export async function refreshCardOrder({ api, db, clock }: Services, row: CardOrderRow): Promise<void> {
  try {
    const { card_order: snapshot } = await api.send(cardEndpoints.getCardOrder, {
      params: { id: row.orderId },
    })
    if (snapshot.status === 'Expired') await removeCardOrder(db, row.orderId)
    else
      await writeIfUnchanged(db, db.cardOrders, { key: row.orderId, seenAt: row.updatedAt }, () =>
        updateCardOrder(db, row.orderId, { snapshot }, clock.now()),
      )
  } catch (cause) {
    if (asAppError(cause).code === 'not_found') await removeCardOrder(db, row.orderId)
  }
}
