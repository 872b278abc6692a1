/** Who is signed in at a location. The one row that holds credentials; a copy of them is mirrored for the tab (lib/session/mirror.ts). */
export type SessionRow = {
  locationId: string
  principal: string
  token: string
  refreshToken: string
  /** When the access token ends, ms since the epoch. */
  expiresAt: number
  email: string
  /** Ends this session and can do nothing else; where the API offers it. */
  revocationId?: string | undefined
  signedInAt: number
  /** The key of a refresh whose answer has not come: its repeat bears the same one. */
  renewalKey?: string | undefined
}
