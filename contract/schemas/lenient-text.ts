import * as z from 'zod/mini'

/** Text as APIs tell it: the specification does not say what stands where there is none, and many write null. */

/** Left out or null: undefined. */
export const optionalText = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => value ?? undefined),
  ),
)

/** Left out or null: the empty text. */
export const textOrNone = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? ''),
)

/** The same as `optionalText`, of what others write as a number, too. */
export const optionalId = z.optional(
  z.pipe(
    z.nullable(z.union([z.string(), z.number()])),
    z.transform((value) => (value === null ? undefined : String(value))),
  ),
)
