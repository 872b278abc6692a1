import type { User } from '#contract/schemas/user.ts'

/** The signed-in user, as the server last told them. */
export type UserRow = {
  locationId: string
  principal: string
  user: User
  etag: string | null
  savedAt: number
  /** Why the last edit was refused, until it has been read. */
  refusal?: { opId: string; messages: string[] } | undefined
}
