import type { LineCheck } from '#contract/rules/line-check.ts'
import type { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { OrderLineItem } from '#contract/schemas/ticket-order.ts'
import type { ShownLine, TicketChange } from '#db/outbox.ts'
import { forgetLost, type TicketRow } from '#db/tickets.ts'
import type { Services } from '#lib/query/services.ts'
import { markItemAdded } from '#lib/query/session-marks.ts'
import type { ViewLine } from '#lib/sync/ticket-view-types.ts'
import { changeQuantity } from './line-commands.ts'

/** What a diner can decide when the menu or the order changed under them. */

/** Accepts a line's new price, whether the menu or the restaurant announced it: the same line is sent again at that price. */
export const keepLine = (
  services: Services,
  line: ViewLine,
  { nowCents, taxParts }: Pick<Extract<LineCheck, { kind: 'price' }>, 'nowCents' | 'taxParts'>,
): Promise<string> =>
  changeQuantity(services, { ...line, unitCents: nowCents, agreedCents: nowCents, taxParts }, line.quantity)

/** Accepts a line's new allergen statement: the same line is sent again, at the price that was agreed to. */
export const acceptAllergens = (
  services: Services,
  line: ViewLine,
  allergens: AllergenStatement | undefined,
): Promise<string> =>
  changeQuantity(services, { ...line, allergens, agreedAllergens: allergens }, line.quantity)

/** Orders the dishes of a lost ticket again. The changes sheet finds what is no longer on the menu, like any other change. */
export async function reorderLost(
  services: Services,
  { draftId, lost }: Pick<TicketRow, 'draftId' | 'lost'>,
): Promise<void> {
  markItemAdded()
  await services.recordOffered({ draftId, of: 'lost' }, additionsOf(services, lost ?? []))
}

/** Forgets a lost ticket: the diner does not want its dishes. */
export async function giveUpLost(services: Services, draftId: string): Promise<void> {
  await forgetLost(services.db, draftId)
}

/** For a refused change of a line that was removed on another device: adds the line again, as it was wanted here (reliability N19). */
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
