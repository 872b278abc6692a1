import type { User, UserUpdateBody } from '#contract/schemas/user.ts'
import type { Aged } from './device-backed.ts'

/** The signed-in user as screens see them: the server's version, with pending edits applied on top. */
export type AgedUser = Aged<User> & {
  etag: string | undefined
  /** An edit has not reached the restaurant yet. */
  waiting: boolean
  /** Why the last edit was refused, one message per line; empty when it was not. */
  refusal: string[]
  /** What was typed in the refused edit: it can be saved again. */
  refused?: Partial<UserUpdateBody> | undefined
}
