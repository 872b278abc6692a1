import * as z from 'zod/mini'

/**
 * Menus that are not in the till's system: the location configuration `read_only_non_pos_page` (specification §3). A menu's header is text, its details are the
 * merchant's HTML, which is sanitized before it is shown.
 */
export const ReadOnlyNonPosPage = z.object({
  all_menus: z.array(z.object({ header: z.string(), details: z.string() })),
})
export type ReadOnlyNonPosPage = z.infer<typeof ReadOnlyNonPosPage>
