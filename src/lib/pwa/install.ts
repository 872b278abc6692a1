import { isPayingPath } from './paying-paths.ts'

/** `prompt`: the browser asks, after a tap on our button. `steps`: the person does it, following instructions (iOS). */
export type InstallWay = 'prompt' | 'steps'

export type InstallFacts = {
  /** The current path, without the router's base. */
  path: string
  /** It already runs from the home screen. */
  installed: boolean
  /** The browser has an offer ready. */
  canPrompt: boolean
  iosSafari: boolean
  /** Signed in: after signing in again, their data is back. */
  member: boolean
  /** Visits of this browser so far, including this one. */
  visits: number
  /** When "Not now" was tapped, and now: ms since the epoch. */
  declinedAt: number | undefined
  now: number
}

const declinedForMs = 60 * 24 * 60 * 60 * 1000
const visitsBefore = 3
/** Where a person looks around without being in the middle of something. */
const restingPaths = ['/', '/home', '/menus', '/mycards']

/**
 * How the portal may offer to be installed now, undefined for not at all: after an order was placed, or on one of `restingPaths` at a third visit; never while
 * something is being paid, and not for 60 days after "Not now".
 */
export function findInstallWay({
  path,
  installed,
  canPrompt,
  iosSafari,
  member,
  visits,
  declinedAt,
  now,
}: InstallFacts): InstallWay | undefined {
  if (installed || isPayingPath(path)) return undefined
  if (declinedAt !== undefined && now - declinedAt < declinedForMs) return undefined
  if (path !== '/ordersubmit' && !(visits >= visitsBefore && restingPaths.includes(path))) return undefined
  if (canPrompt) return 'prompt'
  // iOS separates the installed app's storage from Safari's: a guest would open an app that does not know the order that they have just placed.
  if (path === '/ordersubmit' && !member) return undefined
  return iosSafari ? 'steps' : undefined
}

/**
 * True for Safari on an iPhone or iPad, the only browser there in which these steps work: an iPad claims to be a Mac with touch points, and in-app browsers
 * name themselves.
 */
export function isIosSafari(userAgent: string, touchPoints: number): boolean {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return (
    apple &&
    /Version\/[\d.]+.*Safari/.test(userAgent) &&
    !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|FBA[NV]|Instagram|Line\//.test(userAgent)
  )
}
