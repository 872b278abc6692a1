import type { Clock } from '#contract/ports.ts'

/** One line of the log: what failed, and nothing of whom it failed for. */
export type LogEntry = {
  /** ISO time. */
  at: string
  level: 'warning' | 'error'
  /** `GET /location/:loc/menus`, by its row in the contract: no ids, no query. Or the kind of an exception. */
  what: string
  message: string
  /** `offline`, `refused`, ... of a call. */
  kind?: string | undefined
  status?: number | undefined
  code?: string | undefined
  requestId?: string | undefined
}

type FailedCall = Pick<LogEntry, 'what' | 'kind' | 'status' | 'code' | 'requestId'> & {
  message: string
}

export type Log = {
  /** Every failed call is logged (specification §8). */
  failedCall(failure: FailedCall): void
  /** An exception that nobody caught. */
  exception(error: unknown): void
  /** Sends what waits now: the page is about to go. */
  flush(): void
}

/** The hosted log service (specification §7 *Other*). It takes lines only with its token (§5). */
export type LogService = { url: string; token: string }

type LogPorts = {
  clock: Clock
  /** Sends a batch; may fail, and nobody is told: a log must not be a trouble of its own. */
  post(service: LogService, body: string): Promise<void>
  /** Calls back once, some time later. */
  later(run: () => void): void
}

type LogFacts = { merchant: string; version: string; service: LogService | undefined }

/** More than this is a flood of one and the same failure. */
const maxWaiting = 50
const longestMessage = 300

/** A log that gathers lines and sends them together. Without a service nothing is kept and nothing leaves the device. */
export function createLog({ clock, post, later }: LogPorts, { merchant, version, service }: LogFacts): Log {
  if (!service) return { failedCall: () => undefined, exception: () => undefined, flush: () => undefined }
  let waiting: LogEntry[] = []
  let isDue = false
  const flush = (): void => {
    isDue = false
    if (waiting.length === 0) return
    const entries = waiting
    waiting = []
    post(service, JSON.stringify({ app: 'portal', merchant, version, entries })).catch(() => {
      // Without a network there is nobody to tell; the newest lines are tried once more with the next ones.
      waiting = [...entries, ...waiting].slice(-maxWaiting)
    })
  }
  const add = (entry: Omit<LogEntry, 'at'>): void => {
    if (!isDue) later(flush)
    isDue = true
    waiting = [
      ...waiting,
      { at: new Date(clock.now()).toISOString(), ...entry, message: redactPersonal(entry.message) },
    ].slice(-maxWaiting)
  }
  return {
    failedCall: (failure) => add({ level: failure.kind === 'offline' ? 'warning' : 'error', ...failure }),
    exception: (error) => add({ level: 'error', ...wordsOf(error) }),
    flush,
  }
}

const wordsOf = (error: unknown): { what: string; message: string } =>
  error instanceof Error
    ? { what: error.name, message: error.message }
    : { what: typeof error, message: 'something that is no error was thrown' }

/** What could be somebody's is taken out: addresses of mail, and every row of four digits or more (cards, phones, zips, amounts of a tip do not matter). */
export const redactPersonal = (message: string): string =>
  message
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[mail]')
    .replace(/\d(?:[\s().-]{0,3}\d){3,}/g, '[digits]')
    .slice(0, longestMessage)
