import * as z from 'zod/mini'
import { isIsoDate } from '../iso-date.ts'

/** Text in APIs' answers: the specification does not say what a missing text looks like, and many APIs write null. */

/** Left out or null: undefined. */
export const optionalText = z.optional(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value) => value ?? undefined),
  ),
)

/** An ISO date. Left out, null, or in another form (not every API follows docs/design/contract.md): undefined. */
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

/** Like `optionalText`, for ids that some APIs write as numbers. */
export const optionalId = z.optional(
  z.pipe(
    z.nullable(z.union([z.string(), z.number()])),
    z.transform((value) => (value === null ? undefined : String(value))),
  ),
)
