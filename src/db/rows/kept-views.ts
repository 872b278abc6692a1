/** What a screen looked like when it was last shown on this device, as markup that a page of the portal can begin with. */
export type KeptViewRow = {
  locationId: string
  principal: string
  /** Its path, with the query where there is one. */
  address: string
  /** The build that drew it, whose stylesheets it names: no other may show it. */
  version: string
  language: string
  markup: string
  /** Rules that stand in no file: those of the kit. */
  css: string
  /** The addresses of the stylesheets that its rooms brought along. */
  sheets: string[]
  /** What is begun and the screen is about: without it, or when it is another by its `mark` now, the view is not what one would find. */
  order?: { table: 'tickets' | 'physicalOrders'; id: string; mark: string }
  /** Milliseconds since the epoch. */
  savedAt: number
}
