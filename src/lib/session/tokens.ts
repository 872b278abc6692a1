import type { Tokens } from '#contract/schemas/session.ts'
import type { SessionRow } from '#db/sessions.ts'
import { AppError } from '#lib/errors/app-error.ts'

/** What an answer with tokens says, as a session keeps it. Throws AppError `garbled` when its end cannot be read: it could never be refreshed in time. */
export function sessionOf(
  tokens: Tokens,
): Pick<SessionRow, 'token' | 'refreshToken' | 'expiresAt' | 'revocationId'> {
  const expiresAt = Date.parse(tokens.expires)
  if (Number.isNaN(expiresAt))
    throw new AppError('garbled', 'the end of a session is not a time', { path: 'expires' })
  return {
    token: tokens.token,
    refreshToken: tokens.refresh_token,
    expiresAt,
    revocationId: tokens.revocation_id,
  }
}
