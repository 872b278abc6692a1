import * as z from 'zod/mini'
import { entryNames } from '#db/names.ts'
import { keepPreviousPath, readEntry } from '#lib/query/session-marks.ts'

/**
 * Signing up ends in another tab: the link in the email opens one, which knows nothing of where the account was asked for. Until then that waits on the
 * device (specification §2 *Login*, `previouspath`); it goes with everything personal at sign-out.
 */

const { afterSignUp: key } = entryNames
/** Whoever confirms later than this (ms) has forgotten what it was for. */
const lastsMs = 24 * 60 * 60 * 1000
const Kept = z.object({ path: z.string(), at: z.number() })

/** Somebody has signed up, and came from where this tab says: of that the path stays, for a token may stand in its query. `now` in ms since the epoch. */
export function keepAfterSignUp(now: number): void {
  const path = readEntry(entryNames.previousPath)?.split(/[?#]/)[0]
  try {
    if (path === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ path, at: now }))
  } catch {
    return // Refused, or full: signing in then leads to the home page.
  }
}

/** Their account is open now: signing in from this tab leads back there, once. `now` in ms since the epoch. */
export function takeAfterSignUp(now: number): void {
  try {
    const kept = z.safeParse(Kept, JSON.parse(localStorage.getItem(key) ?? 'null')).data
    localStorage.removeItem(key)
    if (kept && now - kept.at < lastsMs && readEntry(entryNames.previousPath) === null)
      keepPreviousPath(kept.path)
  } catch {
    return // Refused here, or another's words under this name.
  }
}

/** Somebody has signed in here: whoever signed up came back, or is not expected any more. */
export function forgetAfterSignUp(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return // Refused: nothing was kept.
  }
}
