import * as z from 'zod/mini'

/** Zip codes in a merchant's files: five digits each. */
export const ZipFile = z.string().check(z.regex(/^\d{5}$/, 'not a zip code (five digits)'))

/** `delivery_zips` of `location.json`: where orders are delivered to. */
export const ZipsFile = z.array(ZipFile).check(
  z.minLength(1, 'names no zip code, so nothing could be delivered'),
  // Every answer about an order contains all of them.
  z.maxLength(300, 'must be 300 or less'),
)
