/** Who is signed in at a location. The only row with credentials; the tab mirrors a copy of them (lib/session/mirror.ts). */
export type SessionRow = {
  locationId: string
  principal: string
  token: string
  refreshToken: string
  /** When the access token expires, ms since the epoch. */
  expiresAt: number
  email: string
  /** Can end this session and nothing else; present where the API offers it. */
  revocationId?: string | undefined
  signedInAt: number
  /** The key of a refresh that got no answer: its repeat has the same one. */
  renewalKey?: string | undefined
}
