import type { User, UserUpdateBody } from '#contract/schemas/user.ts'
import type { Aged } from './device-backed.ts'

/** The signed-in user as screens see them: the server's word, with edits that wait to be sent applied on top. */
export type AgedUser = Aged<User> & {
  etag: string | undefined
  /** An edit has not reached the restaurant yet. */
  waiting: boolean
  /** Why the last edit was refused, one message a line; empty when there is nothing to say. */
  refusal: string[]
  /** What was typed in the edit that was refused: it can be saved again. */
  refused?: Partial<UserUpdateBody> | undefined
}
