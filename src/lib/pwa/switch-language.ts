import type { Language } from '#contract/language.ts'
import { keepLanguage, readLanguage } from './language-cookie.ts'
import { findNewerWorker } from './register-worker.ts'
import { browserRenewPorts, renewPortal } from './renew.ts'
import { updates } from './updates.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** How long the server may take to say that it is there (ms). */
const patienceMs = 10_000
/** How long the worker of the other language may take to arrive (ms). */
const arrivalMs = 15_000

/**
 * Makes the portal speak another language, on this device, for a year. The worker keeps pages of one language, so the server gives another worker for it,
 * which takes over; then the page loads again. False where the server is not in reach: everything stays as it was.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  const before = readLanguage()
  const restore = (): void => (before === undefined ? keepLanguage('', 0) : keepLanguage(before, yearSeconds))
  keepLanguage(language, yearSeconds)
  if (!(await isServerInReach())) {
    restore()
    return false
  }
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) {
    location.reload()
    return true
  }
  const offered = new Promise<boolean>((resolve) => {
    updates.subscribe(() => resolve(true))
    setTimeout(resolve, arrivalMs, false)
  })
  const isComing = await findNewerWorker()
  const update = isComing && (updates.get() !== undefined || (await offered)) ? updates.get() : undefined
  if (update) {
    update.take()
    return true
  }
  if (await renewPortal(browserRenewPorts)) return true
  restore()
  return false
}

async function isServerInReach(): Promise<boolean> {
  try {
    return (await fetch('/meta.json', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })).ok
  } catch {
    return false // No answer: offline, or a server that is away.
  }
}
