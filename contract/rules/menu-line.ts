/** The place of a line's dish on the menus. */
export type MenuLine = Record<
  'menu_external_id' | 'menu_category_external_id' | 'menu_item_external_id',
  string
>

/** Whether a line is a dish from a menu. Other lines (fees) have a fixed quantity and can at most be removed. */
export const isFromMenu = <L extends Partial<Record<keyof MenuLine, string | null | undefined>>>(
  line: L,
): line is L & MenuLine =>
  line.menu_external_id != null &&
  line.menu_category_external_id != null &&
  line.menu_item_external_id != null
