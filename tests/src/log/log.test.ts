import { describe, expect, it } from 'vitest'
import { createLog, type LogEntry, type LogService, redactPersonal } from '#lib/log/log.ts'

const service: LogService = { url: 'https://logs.example/in', token: 'log-token' }

function stage(options: { service?: LogService | undefined; down?: boolean } = { service }) {
  const sent: { service: LogService; entries: LogEntry[]; rest: Record<string, unknown> }[] = []
  const waiting: (() => void)[] = []
  const network = { down: options.down ?? false }
  const log = createLog(
    {
      clock: { now: () => Date.parse('2026-11-20T23:00:00Z') },
      async post(to, body) {
        if (network.down) throw new Error('no network')
        const { entries, ...rest } = JSON.parse(body) as { entries: LogEntry[] }
        sent.push({ service: to, entries, rest })
      },
      later: (run) => void waiting.push(run),
    },
    { merchant: 'tavola', version: '0.1.414', service: options.service },
  )
  const pass = async (): Promise<void> => {
    for (const run of waiting.splice(0)) run()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { log, sent, pass, network }
}

const failure = {
  what: 'GET /location/:loc/menus',
  kind: 'failed',
  status: 500,
  requestId: 'r-1',
  message: 'the server failed',
}

describe('the log', () => {
  it('sends failed calls and exceptions to the hosted service, several at once @AO-02 @ER-01', async () => {
    const { log, sent, pass } = stage()
    log.failedCall(failure)
    log.exception(new TypeError('x is not a function'))
    expect(sent).toEqual([])
    await pass()
    expect(sent).toEqual([
      {
        service,
        rest: { app: 'portal', merchant: 'tavola', version: '0.1.414' },
        entries: [
          { at: '2026-11-20T23:00:00.000Z', level: 'error', ...failure },
          {
            at: '2026-11-20T23:00:00.000Z',
            level: 'error',
            what: 'TypeError',
            message: 'x is not a function',
          },
        ],
      },
    ])
  })

  it('sends nothing without the service’s token @VA-27', async () => {
    const { log, sent, pass } = stage({ service: undefined })
    log.failedCall(failure)
    log.exception(new Error('anything'))
    log.flush()
    await pass()
    expect(sent).toEqual([])
  })

  it('keeps unsent lines for the next time, and no more than fifty', async () => {
    const { log, sent, pass, network } = stage({ service, down: true })
    for (let count = 0; count < 60; count++) log.failedCall({ ...failure, status: 500 + count })
    await pass()
    await pass()
    network.down = false
    log.failedCall({ ...failure, status: 400 })
    await pass()
    expect(sent).toHaveLength(1)
    expect(sent[0]!.entries).toHaveLength(50)
    expect(sent[0]!.entries.at(-1)!.status).toBe(400)
  })

  it.each([
    ['card 6006 4912 3456 7896 refused', 'card [digits] refused'],
    ['call (212) 555-0142', 'call ([digits]'],
    ['mira@larder.test is locked', '[mail] is locked'],
    ['status 404 for item 12', 'status 404 for item 12'],
  ])('names nobody: %j', (message, expected) => {
    expect(redactPersonal(message)).toBe(expected)
  })
})
