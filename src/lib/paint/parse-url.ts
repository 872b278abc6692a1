/** The address that a text is, undefined where it is none. `URL.canParse` is not there before Safari 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined // Not an address.
  }
}
