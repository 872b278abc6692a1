import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * A list that stands in many answers, checked and made into text once: the times that can be ordered for are hundreds of rows in every
 * answer about a ticket. Where an answer has one, its own field is an empty list until it is sent.
 */
export type SharedList = {
  /** Made from what is in it: the same list has the same id everywhere. */
  id: string
  field: string
  text: string
}

/** An answer of a call, and the list that belongs into its empty field. */
export type Answer<T> = {
  body: T
  shared?: SharedList | undefined
  /** Of a change: done once it is committed, and not for copies of the request (sending mail). */
  after?: (() => void) | undefined
  /** Of a change: made again it does no more, so that where there is no room nothing need be kept of it. */
  isRepeatable?: boolean
}

/** Makes a list into text. Throws when it does not fit its schema: that is a mistake in the server. */
export function shareList<S extends z.ZodMiniType>(field: string, schema: S, list: z.infer<S>[]): SharedList {
  const text = JSON.stringify(z.parse(z.array(schema), list))
  const id = createHash('sha256').update(`${field}\n${text}`).digest('base64url').slice(0, 22)
  return { id, field, text }
}

/** An answer's JSON text with its list in place. No text inside the answer can look like the field: its quotes would be escaped. */
export const withShared = (text: string, shared: SharedList | undefined): string =>
  shared ? text.replace(`"${shared.field}":[]`, () => `"${shared.field}":${shared.text}`) : text
