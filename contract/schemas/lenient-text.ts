import * as z from 'zod/mini'
import { isIsoDate } from '../iso-date.ts'

/** Text as APIs tell it: the specification does not say what stands where there is none, and many write null. */

/** Left out or null: undefined. */
export const optionalText = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => value ?? undefined),
  ),
)

/** An ISO date. Left out, null, or a day in another form (not every API writes them as docs/design/contract.md has them): undefined. */
export const optionalDate = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => (value !== null && isIsoDate(value) ? value : undefined)),
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
