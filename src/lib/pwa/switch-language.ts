import { type Language, t } from '#contract/language.ts'
import { keepLanguage, readLanguage } from './language-cookie.ts'
import { findNewerWorker } from './register-worker.ts'
import { browserRenewPorts, renewPortal } from './renew.ts'
import { updates } from './updates.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** How long the server may take to say that it is there (ms). */
const serverTimeoutMs = 10_000
/** How long the worker of the other language may take to arrive (ms). */
const arrivalMs = 15_000

/**
 * Makes the portal speak another language, on this device, for a year. The worker keeps pages of one language, so the server gives another worker for it,
 * which takes over; then the page loads again. False where the server, or a part of the portal, is not in reach, and the words for why where something is being
 * paid: everything stays as it was.
 */
export const switchLanguage = (
  language: Language,
  isPaying: () => Promise<boolean>,
): Promise<boolean | string> => change(language, isPaying).catch(() => false)

async function change(language: Language, isPaying: () => Promise<boolean>): Promise<boolean | string> {
  const notNow = t('A payment is being made. You can change the language when it is done.')
  if (await isPaying()) return notNow
  const before = readLanguage()
  const restore = <T>(answer: T): T => {
    if (before === undefined) keepLanguage('', 0)
    else keepLanguage(before, yearSeconds)
    return answer
  }
  keepLanguage(language, yearSeconds)
  if (!(await isServerInReach())) return restore(false)
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) {
    if (await isPaying()) return restore(notNow)
    location.reload()
    return true
  }
  const earlier = updates.get()
  const offered = new Promise<void>((resolve) => {
    updates.subscribe(resolve)
    setTimeout(resolve, arrivalMs)
  })
  const newer = await findNewerWorker()
  if (newer === 'installing' || (newer === 'waiting' && !updates.get())) await offered
  // A payment may have begun while the worker was on its way.
  if (await isPaying()) return restore(notNow)
  const update = newer && updates.get()
  // What was offered before one that is on its way is of the language before.
  if (update && (newer === 'waiting' || update !== earlier)) {
    update.take()
    return true
  }
  return (await renewPortal(browserRenewPorts)) || restore(false)
}

async function isServerInReach(): Promise<boolean> {
  try {
    return (await fetch('/meta.json', { cache: 'no-store', signal: AbortSignal.timeout(serverTimeoutMs) })).ok
  } catch {
    return false // No answer: offline, or a server that is away.
  }
}
