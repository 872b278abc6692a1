import type { PageMessage } from './sw-messages.ts'

/** A new version that has fully arrived and waits for a word. */
export type WaitingUpdate = { take(): void }

let waiting: WaitingUpdate | undefined
const hearers = new Set<() => void>()

/** The update that waits, live: `get` and `subscribe` as useSyncExternalStore wants them. */
export const updates = {
  get: (): WaitingUpdate | undefined => waiting,
  subscribe(hear: () => void): () => void {
    hearers.add(hear)
    return () => hearers.delete(hear)
  },
}

const hourMs = 60 * 60 * 1000

/**
 * Registers the offline worker (specification §2: at /service-worker.js). A new version downloads behind and waits: it takes over when the diner
 * agrees, or by itself at the next launch. Where there can be no worker, everything works while there is a network.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).then(follow, () => undefined)
}

function follow(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null): void => {
    // The very first worker replaces nothing and needs no leave.
    if (!worker || !navigator.serviceWorker.controller) return
    waiting = { take: () => takeOver(worker) }
    for (const hear of hearers) hear()
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing)
    })
  })
  // A portal that stays open for days asks now and then; a browser by itself asks on a visit only.
  setInterval(() => void registration.update().catch(() => undefined), hourMs)
}

function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage({ type: 'skip-waiting' } satisfies PageMessage)
}
