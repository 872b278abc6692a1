/** What a screen looked like when it was last shown on this device, as markup with which a page of the portal can begin. */
export type KeptViewRow = {
  locationId: string
  principal: string
  /** Its path, with the query where there is one. */
  address: string
  /** The build that drew it, with that build's styles: no other build may show it. */
  build: string
  language: string
  markup: string
  /** Style rules that are not in every page: those of the UI kit, and of the screen's own stylesheets. */
  css: string
  /** The draft that the screen is about. If it is gone, or its `mark` is another now, the view is out of date. */
  order?: { table: 'tickets' | 'physicalOrders'; id: string; mark: string }
  /** Milliseconds since the epoch. */
  savedAt: number
}
