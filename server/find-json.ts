/** What JSON text says; undefined for text that is none. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A schema says what is wrong; the parser's own message would quote the text.
    return undefined
  }
}
