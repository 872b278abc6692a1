import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'

export type ItemPlace = { menuId: string; categoryId: string; itemId: string }

/** An item of a book by the external ids of its address, or undefined. */
export const findItem = (book: MenuBook, { menuId, categoryId, itemId }: ItemPlace): MenuItem | undefined =>
  book.menus
    .find((one) => one.external_id === menuId)
    ?.categories.find((one) => one.external_id === categoryId)
    ?.items.find((one) => one.external_id === itemId)
