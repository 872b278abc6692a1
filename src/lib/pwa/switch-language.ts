import { type Language, t } from '#contract/language.ts'
import { keepLanguage, readLanguage } from './language-cookie.ts'
import { findNewerWorker } from './register-worker.ts'
import { browserRenewPorts, renewPortal } from './renew.ts'
import { updates } from './updates.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** How long the server may take to answer (ms). */
const serverTimeoutMs = 10_000
/** How long the worker of the other language may take to arrive (ms). */
const arrivalMs = 15_000

/**
 * Switches the portal's language, on this device, for a year. The worker caches pages of one language, so the server delivers another worker for it, which
 * takes over; then the page reloads. False where the server, or a part of the portal, cannot be reached, and a text with the reason where something is being
 * paid: then nothing is changed.
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
  // A payment may have begun while the worker was downloading.
  if (await isPaying()) return restore(notNow)
  const update = newer && updates.get()
  // An update that was offered before the current download is in the previous language.
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
    return false // No answer: the device is offline, or the server is unavailable.
  }
}
