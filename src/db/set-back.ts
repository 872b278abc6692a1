import type { TicketLine, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from './database.ts'
import { lostLinesOf } from './lost-lines.ts'
import { listChangesOf, removeChange, type TicketOp } from './outbox.ts'
import type { LostLine, TicketRow } from './rows/tickets.ts'

/**
 * What an answer makes of an order whose restaurant was restored from a backup: the dishes that were added since are not on it, and are offered again. The
 * numbers of their lines are given to other dishes, so nothing refers to them any more; what waited for one of them is offered as it was wanted. `made`: the
 * change that was answered. Empty where the order was not set back. For use inside a transaction over tickets and outbox.
 */
export async function offerSetBack(
  db: LarderDatabase,
  row: TicketRow,
  answer: TicketOrder,
  made?: TicketOp,
): Promise<Partial<Pick<TicketRow, 'lineIds' | 'lost' | 'wanted'>>> {
  const first = isReadBefore(row, answer, made) ? undefined : firstForgotten(row.snapshot, answer, made)
  if (first === undefined) return {}
  const pending = await listChangesOf(db, row.draftId)
  const gone = new Map(
    row
      .snapshot!.items.filter((line) => line.index >= first)
      .map((line) => [idOf(row, line), line] as const)
      // A dish whose adding waits is sent again.
      .filter(([lineId]) => !pending.some(({ change }) => isAdding(change, lineId))),
  )
  const dishes: LostLine[] = []
  const waiting = pending.filter((op) => gone.has(lineIdIn(op) ?? ''))
  for (const op of waiting) await removeChange(db, op)
  for (const [lineId, line] of gone) {
    const last = [...(made ? [made] : []), ...waiting].findLast((op) => lineIdIn(op) === lineId)?.change
    if (last?.kind === 'item.remove' || isToldOf(row, lineId)) continue
    const [known] = lostLinesOf({ items: [line] })
    const dish = last?.kind === 'item.change' ? { line: last.line, shown: last.shown } : known
    if (dish) dishes.push({ ...dish, isSetBack: true })
  }
  const kept = Object.entries(row.lineIds).filter(([index]) => Number(index) < first)
  const lost = [...(row.lost ?? []), ...dishes]
  const wanted = Object.entries(row.wanted ?? {}).filter(([lineId]) => !isNumberedFrom(lineId, first))
  return {
    lineIds: Object.fromEntries(kept),
    wanted: Object.fromEntries(wanted),
    ...(lost.length > 0 && { lost }),
  }
}

/**
 * Whether the order was read after a dish had been added, and before the answer to the adding came (it was lost once, or slow): the copy here has the line
 * already, and is as new as the answer or newer.
 */
export function isReadBefore(
  { snapshot, lineIds }: TicketRow,
  answer: TicketOrder,
  made?: TicketOp,
): boolean {
  if (made?.change.kind !== 'item.add' || snapshot?.id !== answer.id) return false
  const [line] = lostLinesOf({ items: answer.items.filter(({ index }) => index === newestIn(answer)) })
  const [known] = lostLinesOf({ items: snapshot.items.filter(({ index }) => index === newestIn(answer)) })
  return (
    line !== undefined &&
    known !== undefined &&
    [undefined, made.change.lineId].includes(lineIds[newestIn(answer)]) &&
    dishOf(line) === dishOf(known)
  )
}

/** The server's line numbers only grow within a ticket, so the newest line of an answer is the one that was added. */
export const newestIn = ({ items }: TicketOrder): number => Math.max(-1, ...items.map(({ index }) => index))

/** What was ordered, whatever its number became since. */
const dishOf = ({ line: { menu_item, modifiers } }: LostLine): string =>
  JSON.stringify([menu_item, modifiers])

/** The lowest number of a line that the restaurant gave and no longer knows; undefined where it knows all of them. */
function firstForgotten(
  known: TicketOrder | undefined,
  answer: TicketOrder,
  made: TicketOp | undefined,
): number | undefined {
  if (known?.id !== answer.id || known.next_index === undefined || answer.next_index === undefined)
    return undefined
  const before = answer.next_index - (made?.change.kind === 'item.add' ? 1 : 0)
  return before < known.next_index ? before : undefined
}

/** Whether a line from elsewhere is called by a number that another dish gets now. */
const isNumberedFrom = (lineId: string, first: number): boolean =>
  Number(/^line-(\d+)$/.exec(lineId)?.[1] ?? -1) >= first

/** As in lib/sync/ticket-view.ts. */
const idOf = ({ lineIds }: TicketRow, { index }: TicketLine): string => lineIds[index] ?? `line-${index}`

const lineIdIn = ({ change }: TicketOp): string | undefined =>
  'lineId' in change && change.kind !== 'item.add' ? change.lineId : undefined

const isAdding = (change: TicketOp['change'], lineId: string): boolean =>
  change.kind === 'item.add' && change.lineId === lineId

/** The refusal of a change of this line offers it already. */
const isToldOf = ({ refusals }: TicketRow, lineId: string): boolean =>
  refusals.some(
    ({ change, ofOther }) => !ofOther && change.kind === 'item.change' && change.lineId === lineId,
  )
