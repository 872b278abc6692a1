import type { LineCheck } from '#contract/rules/line-check.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { ShownLine, TicketChange } from '#db/outbox.ts'
import { forgetLost, type TicketRow } from '#db/tickets.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { changeQuantity } from './line-commands.ts'

/** What a diner decides when the menu, or the order itself, has changed under them. */

/** Agrees to what a line costs now, by whichever of the menu and the restaurant says so: the same line goes to the restaurant anew, at that price. */
export const keepLine = (
  services: Services,
  line: ViewLine,
  { nowCents, taxParts }: Pick<Extract<LineCheck, { kind: 'price' }>, 'nowCents' | 'taxParts'>,
): Promise<string> =>
  changeQuantity(services, { ...line, unitCents: nowCents, agreedCents: nowCents, taxParts }, line.quantity)

/** Agrees to what is said of a line's allergens now: the same line goes to the restaurant anew, at the price that was agreed to. */
export const acceptAllergens = (
  services: Services,
  line: ViewLine,
  allergens: AllergenStatement | undefined,
): Promise<string> =>
  changeQuantity(services, { ...line, allergens, agreedAllergens: allergens }, line.quantity)

/** Orders the dishes of a ticket that is gone anew. What the menu does not have any more is found by the sheet, like any other change. */
export async function reorderLost(
  services: Services,
  { draftId, lost }: Pick<TicketRow, 'draftId' | 'lost'>,
): Promise<void> {
  markItemAdded()
  await services.recordOffered({ draftId, of: 'lost' }, additionsOf(services, lost ?? []))
}

/** The dishes of a ticket that is gone are not wanted. */
export async function giveUpLost(services: Services, draftId: string): Promise<void> {
  await forgetLost(services.db, draftId)
}

/** A refused change of a line that somebody took off elsewhere: puts it on the order anew, as it was wanted here (reliability N19). */
export async function putBack(
  services: Services,
  { draftId, refusals }: Pick<TicketRow, 'draftId' | 'refusals'>,
): Promise<void> {
  const wanted = refusals.flatMap(({ change }) => (change.kind === 'item.change' ? [change] : []))
  markItemAdded()
  const refused = refusals.map(({ opId }) => opId)
  await services.recordOffered({ draftId, of: { refused } }, additionsOf(services, wanted))
}

const additionsOf = (
  { ids }: Services,
  lines: readonly { line: OrderLineItem; shown: ShownLine }[],
): TicketChange[] => lines.map(({ line, shown }) => ({ kind: 'item.add', lineId: ids.uuid(), line, shown }))
