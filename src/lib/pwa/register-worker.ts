import { keepPageLanguage } from './language-cookie.ts'
import { isWorkerFileGone } from './missing-worker.ts'
import type { PageMessage } from './sw-messages.ts'
import { updates } from './updates.ts'

const minuteMs = 60 * 1000
/** How long a worker may take to take over on its own (ms). */
const answerMs = 5000
const hourMs = 60 * minuteMs

/**
 * Registers the offline worker (specification §2: at /service-worker.js). A new version is downloaded in the background and waits: it takes over when the diner
 * agrees, or on its own at the next launch. Where there can be no worker, everything works while there is a network.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  keepPageLanguage()
  navigator.serviceWorker.register('/service-worker.js').then(follow, removeIfGone)
}

function follow(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null): void => {
    // The very first worker replaces nothing and needs no consent.
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
  // A portal that stays open for days checks regularly; a browser on its own checks only at a visit.
  setInterval(() => void registration.update().catch(removeIfGone), hourMs)
  // Where a worker exists already, registering it again does not ask the server; this does, long after the launch.
  setTimeout(() => void registration.update().catch(removeIfGone), minuteMs)
}

/**
 * Asks the server for a newer worker than the one that opened this page: `installing`, one is downloading and will be offered when it has arrived (a waiting
 * one is then older); `waiting`, one waits already. Undefined where there is no worker, or no newer one.
 */
export async function findNewerWorker(): Promise<'installing' | 'waiting' | undefined> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  // Without an answer nothing changes; the next occasion asks again.
  await registration?.update().catch(() => undefined)
  if (registration?.installing) return 'installing'
  return registration?.waiting ? 'waiting' : undefined
}

/** The worker's file could not be loaded. If it is gone for good, the worker is removed: the portal continues without one, and the device's data stays. */
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
  // Without a registration the next load does not get here again, so this cannot loop.
  if (gone && (await registration.unregister())) location.reload()
}

/** When the new worker takes over, it deletes the older version's files (src/sw/lifecycle.ts); people's data stays. */
function takeOver(worker: ServiceWorker, alone: boolean): void {
  // A worker that did not wait (src/sw/removal.ts) has taken over already.
  if (worker.state !== 'installed') {
    location.reload()
    return
  }
  // A worker that finds another window open refuses: this page must not reload when the worker is told to take over later.
  const signal = alone ? AbortSignal.timeout(answerMs) : undefined
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
    ...(signal && { signal }),
  })
  worker.postMessage({ type: 'skip-waiting', alone } satisfies PageMessage)
}
