import * as z from 'zod/mini'
import { entryNames } from '#db/names.ts'
import { keepPreviousPath, readEntry } from '#lib/query/session-marks.ts'

/**
 * Signing up ends in another tab: the link in the email opens one, which does not know where the account was asked for. Until then the path is stored on the
 * device (specification §2 *Login*, `previouspath`); it is removed with everything personal at sign-out.
 */

const { afterSignUp: key } = entryNames
/** Somebody who confirms later than this (ms) has forgotten what it was for. */
const lastsMs = 24 * 60 * 60 * 1000
const Kept = z.object({ path: z.string(), at: z.number() })

/**
 * Somebody has signed up, and this tab knows where they came from: only the path is stored, because the query may contain a token. `now` in ms since the epoch.
 */
export function keepAfterSignUp(now: number): void {
  const path = readEntry(entryNames.previousPath)?.split(/[?#]/)[0]
  try {
    if (path === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ path, at: now }))
  } catch {
    return // Refused, or full: signing in then leads to the home page.
  }
}

/** The account is confirmed: signing in from this tab returns to the stored path, once. `now` in ms since the epoch. */
export function takeAfterSignUp(now: number): void {
  try {
    const kept = z.safeParse(Kept, JSON.parse(localStorage.getItem(key) ?? 'null')).data
    localStorage.removeItem(key)
    if (kept && now - kept.at < lastsMs && readEntry(entryNames.previousPath) === null)
      keepPreviousPath(kept.path)
  } catch {
    return // Storage is refused, or something else is stored under this name.
  }
}

/** Somebody has signed in here: the person who signed up has returned, or is no longer expected. */
export function forgetAfterSignUp(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return // Refused: nothing was stored.
  }
}
