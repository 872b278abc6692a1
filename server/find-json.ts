/** The value of a JSON text; undefined for invalid JSON. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A schema reports what is wrong; the parser's own message would quote the text.
    return undefined
  }
}
