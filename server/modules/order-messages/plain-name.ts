/** A typed name in a form that is safe in emails and texts from the restaurant to an unconfirmed address: it must not carry a stranger's words or links. */

/** An email's subject and a text are short, and must leave room for the merchant's words. */
const longestName = 40

/** Keeps letters, marks, spaces, hyphens and apostrophes: `evil.example/x` is no name. Undefined: nothing is left. */
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
