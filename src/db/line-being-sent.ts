import type { OrderLineItem, TicketLine, TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketOp } from './rows/outbox.ts'
import type { TicketRow } from './rows/tickets.ts'

/** A dish that was sent and not answered may be on the order already, as a line of nobody's: it is the dish, not a second one. */

type LineIds = TicketRow['lineIds']

/** Whether a line is what was sent: the same dish with the same choices, in the same number. */
const isSent = (line: TicketLine, sent: OrderLineItem): boolean =>
  line.menu_item === sent.menu_item && line.quantity === sent.quantity && choicesOf(line) === choicesOf(sent)

const choicesOf = ({ modifiers }: { modifiers: readonly { modifier: string }[] }): string =>
  modifiers
    .flatMap(({ modifier }) => (modifier === '' ? [] : [modifier]))
    .sort()
    .join()

/** The number of the line on an order that is the dish of a change. Undefined where it is not there, or cannot be told. */
export const findSent = (
  { snapshot, lineIds }: Pick<TicketRow, 'snapshot' | 'lineIds'>,
  { items }: TicketOrder,
  { lineId, line }: { lineId: string; line: OrderLineItem },
): number | undefined =>
  items.find(
    (one) =>
      lineIds[one.index] === lineId ||
      (lineIds[one.index] === undefined &&
        !snapshot?.items.some(({ index }) => index === one.index) &&
        isSent(one, line)),
  )?.index

/** Gives a line its id on this device, which no other line has then. */
export const withLine = (lineIds: LineIds, lineId: string, index: number): LineIds => ({
  ...withoutLine(lineIds, lineId),
  [index]: lineId,
})

/** Without the line of a change. */
export const withoutLine = (lineIds: LineIds, lineId: string): LineIds =>
  Object.fromEntries(Object.entries(lineIds).filter(([, id]) => id !== lineId))

/** The ids of an order's lines when it was read while `pending` waits. Changes are sent one after the other, so only the first can be on it. */
export function lineIdsWhenRead(
  row: Pick<TicketRow, 'snapshot' | 'lineIds'>,
  answer: TicketOrder,
  [first]: readonly TicketOp[],
): LineIds {
  if (first?.change.kind !== 'item.add' || first.sent !== true) return row.lineIds
  const index = findSent(row, answer, first.change)
  return index === undefined ? row.lineIds : withLine(row.lineIds, first.change.lineId, index)
}
