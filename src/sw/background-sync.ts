import { Queue } from 'workbox-background-sync'
import { busName } from '#db/names.ts'
import { browserBus } from '#lib/ports/browser.ts'
import { wait } from '#lib/ports/wait.ts'
import { loadSending } from './load-sending.ts'
import { worker } from './worker-scope.ts'
import { language } from './written-in.ts'

/** How long the windows have to send what waits before the worker looks itself. */
const windowsTurnMs = 3000

/**
 * Workbox's queue as an alarm clock only: it holds no request (its own replay would lose a change on a 500 and send it twice elsewhere,
 * docs/decisions/002). With a window open the wake-up goes there: the one sender, under its lock, does the rest. With none, or none that did it,
 * what may go out without its person is sent from here.
 */
export function wakeOutbox(): void {
  new Queue('outbox', {
    forceSyncFallback: false,
    onSync: async () => {
      // Where a browser has no such event, this runs at every start of the worker: the next visit sends there.
      if (!('sync' in worker.registration)) return
      const bus = browserBus(busName)
      if ((await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0) {
        bus.post('wake')
        // It may be on its way out, or asleep. What it has sent by then is not there any more; the lock keeps the two apart.
        await wait(windowsTurnMs)
      }
      const left = await loadSending().replay(language)
      // The browser asks again later.
      if (left > 0) throw new Error(`${left} changes still wait`)
    },
  })
}
