import { isPayingPath } from './paying-paths.ts'

/** `prompt`: the browser asks, on a tap of ours. `steps`: the person does it, and is told how (iOS). */
export type InstallWay = 'prompt' | 'steps'

export type InstallFacts = {
  /** Where the person is, without the router's base. */
  path: string
  /** It is opened from the home screen already. */
  installed: boolean
  /** The browser has offered to ask. */
  canPrompt: boolean
  iosSafari: boolean
  /** Signed in: what is theirs is there again after signing in. */
  member: boolean
  /** Visits of this browser so far, this one among them. */
  visits: number
  /** When "Not now" was tapped, and now: ms since the epoch. */
  declinedAt: number | undefined
  now: number
}

const declinedForMs = 60 * 24 * 60 * 60 * 1000
const visitsBefore = 3
/** Where a person looks around and is in the middle of nothing. */
const restingPaths = ['/', '/home', '/menus', '/mycards']

/**
 * How the portal may offer itself for the home screen now, undefined for not at all: after an order was placed, or at rest on a third visit; never while
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
  // iOS keeps an app apart from Safari: a guest would open one that knows nothing of the order that they have just placed.
  if (path === '/ordersubmit' && !member) return undefined
  return iosSafari ? 'steps' : undefined
}

/**
 * True for Safari on an iPhone or iPad, the one browser there that adds to the home screen in these steps: an iPad says that it is a Mac with fingers,
 * and apps with a browser of their own say who they are.
 */
export function isIosSafari(userAgent: string, touchPoints: number): boolean {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return (
    apple &&
    /Version\/[\d.]+.*Safari/.test(userAgent) &&
    !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|GSA\/|FBA[NV]|Instagram|Line\//.test(userAgent)
  )
}
