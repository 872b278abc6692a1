const payingPaths = [
  /^\/(?:ordercheckout|checkout|cards|sendcard)(?:\/|$)/,
  /^\/mycards\/(?:send\/)?[^/]+\/[^/]+/,
]

/** Where an order or a card is being paid: nothing is reloaded or offered there. Paths without the router's base. */
export const isPayingPath = (path: string): boolean => payingPaths.some((pattern) => pattern.test(path))
