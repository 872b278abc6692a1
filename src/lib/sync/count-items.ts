import type { ViewLine } from './ticket-view-types.ts'

/** What the cart's count shows (specification §2): lines that have an external menu item id, by quantity. */
export const countItems = (lines: readonly ViewLine[]): number =>
  lines.reduce((sum, line) => (line.menu_item_external_id === undefined ? sum : sum + line.quantity), 0)
