/** The parsed address, undefined for an invalid one. `URL.canParse` is missing before Safari 17. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined // Not an address.
  }
}
