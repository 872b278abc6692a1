/** Names that fit a bar, and the rest, which go under MORE. */
export type Overflow<T> = { shown: T[]; more: T[] }

/** §9: one bar's limit on the joined width of its names, and where it cuts when they exceed it. */
export const barRule = { menus: { characters: 115, cutIndex: 9 }, categories: { characters: 85, cutIndex: 7 } } as const

/**
 * The overflow rule of specification §2: while the names' joined width stays within the limit all are shown. Beyond it, names go under MORE from
 * the first that passes the limit, or from the cut index, whichever comes first.
 */
export function splitOverflow<T extends { name: string }>(entries: readonly T[], rule: { characters: number; cutIndex: number }): Overflow<T> {
  let width = 0
  const widths = entries.map((entry) => (width += entry.name.length))
  if (width <= rule.characters) return { shown: [...entries], more: [] }
  const past = widths.findIndex((upTo) => upTo > rule.characters)
  const cut = Math.max(1, Math.min(past, rule.cutIndex))
  return { shown: entries.slice(0, cut), more: entries.slice(cut) }
}
