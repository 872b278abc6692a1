/**
 * A name that somebody typed, as it stands in what goes out in the restaurant's name, to an address that nobody has confirmed: it must carry no stranger's words
 * or links there.
 */

/** An email's subject and a text are short, and the merchant's own words are to be seen in them. */
const longestName = 40

/** A name's letters, marks, spaces, hyphens and apostrophes: `evil.example/x` is no name. Undefined: nothing is left of it. */
export function plainName(name: string | undefined): string | undefined {
  const plain = (name ?? '').replaceAll(/[^\p{L}\p{M}\p{N} '’-]+/gu, ' ').replaceAll(/ +/g, ' ')
  // By characters, so that none is cut in two.
  const all = [...plain.trim()]
  if (all.length === 0) return undefined
  return all.length <= longestName
    ? all.join('')
    : `${all
        .slice(0, longestName - 1)
        .join('')
        .trim()}…`
}
