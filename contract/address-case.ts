/** An address with its first part in lower case, as every screen's is: a link that somebody typed as `/Menus` leads to `/menus`. Ids further on keep theirs. */
export const inLowerCase = (address: string): string =>
  address.replace(/^\/[^/?#]*/, (first) => first.toLowerCase())
