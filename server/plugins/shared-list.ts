import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/**
 * A list that many answers contain, validated and serialized once: the times to order for are hundreds of rows in every answer about a ticket. In such an
 * answer, its field is an empty list until it is sent.
 */
export type SharedList = {
  /** A hash of its content: the same list has the same id everywhere. */
  id: string
  field: string
  text: string
}

/** A call's answer, and the list that belongs into its empty field. */
export type Answer<T> = {
  body: T
  shared?: SharedList | undefined
  /** For changes: runs after the commit, and not for copies of the request (sending mail). */
  after?: (() => void) | undefined
  /** For changes: repeating it has no further effect, so nothing need be stored of it when there is no disk space. */
  isRepeatable?: boolean
}

/** Serializes a list. Throws when it does not fit its schema: that is a server error. */
export function shareList<S extends z.ZodMiniType>(field: string, schema: S, list: z.infer<S>[]): SharedList {
  const text = JSON.stringify(z.parse(z.array(schema), list))
  const id = createHash('sha256').update(`${field}\n${text}`).digest('base64url').slice(0, 22)
  return { id, field, text }
}

/** An answer's JSON text with its list inserted. No text inside the answer can look like the field, since its quotes would be escaped. */
export const withShared = (text: string, shared: SharedList | undefined): string =>
  shared ? text.replace(`"${shared.field}":[]`, () => `"${shared.field}":${shared.text}`) : text
