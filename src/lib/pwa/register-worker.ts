import { keepPageLanguage } from './language-cookie.ts'
import { isWorkerFileGone } from './missing-worker.ts'
import type { PageMessage } from './sw-messages.ts'
import { updates } from './updates.ts'

const minuteMs = 60 * 1000
/** How long a worker has to take over by itself. */
const answerMs = 5000
const hourMs = 60 * minuteMs

/**
 * Registers the offline worker (specification §2: at /service-worker.js). A new version downloads behind and waits: it takes over when the diner
 * agrees, or by itself at the next launch. Where there can be no worker, everything works while there is a network.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  keepPageLanguage()
  navigator.serviceWorker.register('/service-worker.js').then(follow, removeIfGone)
}

function follow(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null): void => {
    // The very first worker replaces nothing and needs no leave.
    if (!worker || !navigator.serviceWorker.controller) return
    updates.offer({ take: ({ alone } = { alone: false }) => takeOver(worker, alone) })
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing)
    })
  })
  // A portal that stays open for days asks now and then; a browser by itself asks on a visit only.
  setInterval(() => void registration.update().catch(removeIfGone), hourMs)
  // Where a worker is there already, registering it again does not ask the server; this does, when the launch is long over.
  setTimeout(() => void registration.update().catch(removeIfGone), minuteMs)
}

/**
 * Asks the server for a newer worker than the one that opened this page: one is on its way, and is offered when it has arrived (one that waits meanwhile is
 * older), or one waits already. Undefined where there is no worker, or none that is newer.
 */
export async function findNewerWorker(): Promise<'installing' | 'waiting' | undefined> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  // Without an answer it stays as it is; the next occasion asks again.
  await registration?.update().catch(() => undefined)
  if (registration?.installing) return 'installing'
  return registration?.waiting ? 'waiting' : undefined
}

/** The file could not be had. If it is gone for good, so is the worker: the portal goes on without one, and what the device holds stays. */
async function removeIfGone(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  const gone = await isWorkerFileGone({
    async fetch(url) {
      const answer = await fetch(url, { cache: 'no-store' })
      return { status: answer.status, contentType: answer.headers.get('content-type') ?? '' }
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  // Without a registration the next load does not come here again: there is no circle.
  if (gone && (await registration.unregister())) location.reload()
}

/** The new worker lets go of the older version's files when it takes over (src/sw/lifecycle.ts); what people made stays. */
function takeOver(worker: ServiceWorker, alone: boolean): void {
  // One that did not wait (src/sw/removal.ts) has taken over already.
  if (worker.state !== 'installed') {
    location.reload()
    return
  }
  // A worker that sees another window refuses: this page must not reload when that one is asked later.
  const signal = alone ? AbortSignal.timeout(answerMs) : undefined
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
    ...(signal && { signal }),
  })
  worker.postMessage({ type: 'skip-waiting', alone } satisfies PageMessage)
}
