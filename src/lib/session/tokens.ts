import type { Tokens } from '#contract/schemas/session.ts'
import type { SessionRow } from '#db/sessions.ts'
import { AppError } from '#lib/errors/app-error.ts'

/** The tokens of an answer in the session's form. Throws AppError `garbled` when their expiry cannot be read: they could never be refreshed in time. */
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
