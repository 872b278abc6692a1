import { checkLine, findAllergenChange, type LineCheck } from '#contract/rules/line-check.ts'
import { holdsMoney } from '#contract/rules/ticket.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { TicketView, ViewLine } from '#lib/sync/ticket-view-types.ts'
import { useBook } from './menu-book.ts'

/** A line that differs from what was added to the order, and how. */
export type LineDifference = { line: ViewLine; check: Exclude<LineCheck, { kind: 'same' }> }

/** The fields of an order that are checked. */
type CheckedOrder = Pick<TicketView, 'lines' | 'status'> & {
  snapshot?: Pick<TicketOrder, 'payments'> | undefined
}

/**
 * The lines of an order that must be reviewed before it is paid (docs/design/offline.md, *Reconnecting*): compared with the newest menu on the device, and
 * where the restaurant's price or allergen statement differs from what was agreed to here. Leaves out orders with payments on them, which cannot be changed,
 * and lines that the restaurant added (`no_delete`).
 */
export function listDifferences(view: CheckedOrder, book: MenuBook | undefined): LineDifference[] {
  if (view.status !== 'Open' || holdsMoney(view.snapshot)) return []
  return view.lines.flatMap((line) => {
    if (line.noDelete) return []
    const agreed = line.agreedCents ?? line.unitCents
    const known = line.agreedAllergens ?? line.allergens
    // An API may state allergens on its menus alone: a line without any withdraws nothing.
    const change = line.allergens && findAllergenChange(known, line.allergens)
    if (change)
      return [
        {
          line,
          check: { kind: 'allergens' as const, ...change, now: line.allergens, nowCents: line.unitCents },
        },
      ]
    const check: LineCheck = book
      ? checkLine(
          // The restaurant has not answered about a pending line yet.
          { ...line, unitCents: agreed, allergens: known, said: line.pending ? undefined : line.allergens },
          book,
        )
      : { kind: 'same' }
    if (check.kind !== 'same') return [{ line, check }]
    return agreed === line.unitCents
      ? []
      : [
          {
            line,
            check: {
              kind: 'price' as const,
              beforeCents: agreed,
              nowCents: line.unitCents,
              taxParts: line.taxParts,
            },
          },
        ]
  })
}

/** Whether the only change is that dishes are sold out until the end of the kitchen's day: they are available on another day. */
export const isBackLater = (differences: readonly LineDifference[]): boolean =>
  differences.length > 0 && differences.every(({ check }) => check.kind === 'sold-out' && check.isToday)

/** The same, kept up to date: the menu is read from the device and refreshed in the background. */
export function useLineDifferences(view: CheckedOrder | undefined): LineDifference[] {
  const { book } = useBook('order')
  return view ? listDifferences(view, book) : []
}
