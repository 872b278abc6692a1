import { Queue } from 'workbox-background-sync'
import { busName } from '#db/names.ts'
import { browserBus } from '#lib/ports/browser.ts'
import { wait } from '#lib/ports/wait.ts'
import { loadSending } from './load-sending.ts'
import { worker } from './worker-scope.ts'
import { language } from './written-in.ts'

/** How long open windows have to send pending changes before the worker tries itself (ms). */
const windowsTurnMs = 3000

/**
 * Workbox's queue, used only as a wake-up call: it holds no request (its own replay would lose a change on a 500 and send it twice elsewhere,
 * docs/decisions/002). With a window open, the wake-up is passed on to it, and its sender does the rest under the lock. Without one, or if none has sent, the
 * worker sends what may go out without its person.
 */
export function wakeOutbox(): void {
  new Queue('outbox', {
    forceSyncFallback: false,
    onSync: async () => {
      // Where a browser has no sync event, this runs at every start of the worker, which is when the next visit sends anyway.
      if (!('sync' in worker.registration)) return
      const bus = browserBus(busName)
      if ((await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0) {
        bus.post('wake')
        // The window may be closing, or frozen. Whatever it has sent is no longer pending by then, and the lock keeps the two apart.
        await wait(windowsTurnMs)
      }
      const left = await loadSending().replay(language)
      // The browser fires the event again later.
      if (left > 0) throw new Error(`${left} changes still wait`)
    },
  })
}
