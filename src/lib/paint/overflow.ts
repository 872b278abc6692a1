/** The names that fit in a bar, and the rest, which go under MORE. */
export type Overflow<T> = { shown: T[]; more: T[] }

/** A limit on the joined width of a bar's names (in characters) and where it cuts when they exceed it; or a fixed number of names, however wide. */
export type BarRule = { characters: number; cutIndex: number } | { first: number }

/** §9: the limits differ by page: cards of menus and categories, ordering, and many menus on one page. */
export const barRule = {
  browse: { characters: 115, cutIndex: 9 },
  order: { characters: 85, cutIndex: 7 },
  onePage: { first: 10 },
} as const satisfies Record<string, BarRule>

/**
 * The overflow rule of specification §2: all names are shown while their joined width is within the limit. Beyond it, names go under MORE, starting from the
 * first that exceeds the limit, or from the cut index, whichever comes first. The first name is always shown.
 */
export function splitOverflow<T extends { name: string }>(entries: readonly T[], rule: BarRule): Overflow<T> {
  const cut = 'first' in rule ? rule.first : cutOf(entries, rule)
  return { shown: entries.slice(0, cut), more: entries.slice(cut) }
}

function cutOf(
  entries: readonly { name: string }[],
  { characters, cutIndex }: { characters: number; cutIndex: number },
): number {
  let width = 0
  const widths = entries.map((entry) => (width += entry.name.length))
  if (width <= characters) return entries.length
  return Math.max(
    1,
    Math.min(
      cutIndex,
      widths.findIndex((total) => total > characters),
    ),
  )
}
