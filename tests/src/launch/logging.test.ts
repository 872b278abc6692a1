import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LogEntry } from '#lib/log/log.ts'
import type { HostFacts } from '#lib/pwa/host-facts.ts'
import { startLog } from '../../../src/launch/logging.ts'

const facts = {
  label: 'tavola',
  version: '0.1.414',
  log: { url: 'https://logs.example/in', token: 'log-token' },
} as HostFacts

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('uncaught errors and failed calls reach the log’s service from the running portal @ER-01', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response())
  vi.stubGlobal('fetch', fetched)
  const log = startLog(facts)
  page.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('x is not a function') }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new RangeError('too far') }))
  log.failedCall({ what: 'GET /location/:loc/menus', kind: 'failed', status: 500, message: 'it failed' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toHaveBeenCalledOnce()
  const [url, init] = fetched.mock.calls[0]!
  expect(url).toBe('https://logs.example/in')
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
  const { entries } = JSON.parse(init!.body as string) as { entries: LogEntry[] }
  expect(entries.map(({ what, message }) => [what, message])).toEqual([
    ['TypeError', 'x is not a function'],
    ['RangeError', 'too far'],
    ['GET /location/:loc/menus', 'it failed'],
  ])
})
