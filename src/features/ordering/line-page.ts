type LineFromMenu = { lineId: string } & Record<
  'menu_external_id' | 'menu_category_external_id' | 'menu_item_external_id',
  string
>

/** The page of a line's dish, where its choices are changed. Only for a line with a place on a menu (`isFromMenu`). */
export const linePageOf = (line: LineFromMenu) =>
  ({
    to: '/order/$menuId/category/$categoryId/item/$itemId',
    params: {
      menuId: line.menu_external_id,
      categoryId: line.menu_category_external_id,
      itemId: line.menu_item_external_id,
    },
    search: { line: line.lineId },
  }) as const
