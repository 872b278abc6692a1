import { browserClock } from '#lib/ports/browser.ts'
import { createLog, type Log } from '#lib/log/log.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'

const flushDelayMs = 2000

/** The portal's log: failed calls and uncaught errors. Sent without cookies, also while the page is being left. */
export function startLog(facts: HostFacts): Log {
  const log = createLog(
    {
      clock: browserClock,
      async post({ url, token }, body) {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const answer = await fetch(url, {
          method: 'POST',
          headers,
          body,
          keepalive: true,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
        })
        if (!answer.ok) throw new Error(`the log service answered ${answer.status}`)
      },
      later: (run) => void setTimeout(run, flushDelayMs),
    },
    { merchant: facts.label, version: facts.version, service: facts.log },
  )
  addEventListener('error', (event) => log.exception(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => log.exception(event.reason))
  addEventListener('pagehide', () => log.flush())
  return log
}
