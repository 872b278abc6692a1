import { Queue } from 'workbox-background-sync'
import { worker } from './worker-scope.ts'

/**
 * Workbox's queue as an alarm clock only: it holds no request (its own replay would lose a change on a 500 and send it twice elsewhere,
 * docs/decisions/002). Everything that waits today is a draft, sent while the portal is open: the wake-up goes to its windows, and the one
 * sender there, under its lock, does the rest.
 */
export function wakeOutbox(): void {
  new Queue('outbox', {
    forceSyncFallback: false,
    onSync: async () => {
      const bus = new BroadcastChannel('larder')
      if ((await worker.clients.matchAll({ type: 'window' })).length > 0) bus.postMessage('wake')
      bus.close()
    },
  })
}
