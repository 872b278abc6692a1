import type { User, UserUpdateBody } from '#contract/schemas/user.ts'

/** The signed-in user, as in the server's last answer. */
export type UserRow = {
  locationId: string
  principal: string
  user: User
  etag: string | null
  savedAt: number
  /** Why the last edit was refused, until the user has read it, and what was typed in the edit. */
  refusal?: { opId: string; messages: string[]; typed?: Partial<UserUpdateBody> | undefined } | undefined
}
