import type { User, UserUpdateBody } from '#contract/schemas/user.ts'

/** The signed-in user, as the server last told them. */
export type UserRow = {
  locationId: string
  principal: string
  user: User
  etag: string | null
  savedAt: number
  /** Why the last edit was refused, until it has been read, and what was typed in it. */
  refusal?: { opId: string; messages: string[]; typed?: Partial<UserUpdateBody> | undefined } | undefined
}
