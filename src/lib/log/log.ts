import type { Clock } from '#contract/ports.ts'

/** One line of the log: what failed, and nothing about the person. */
export type LogEntry = {
  /** ISO time. */
  at: string
  level: 'warning' | 'error'
  /** `GET /location/:loc/menus`, from the call's row in the contract: no ids, no query. Or the type of an exception. */
  what: string
  message: string
  /** The kind of a failed call: `offline`, `refused`, ... */
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
  /** Sends what is queued now: the page is about to close. */
  flush(): void
}

/** The hosted log service (specification §7 *Other*). It accepts lines only with its token (§5). */
export type LogService = { url: string; token: string }

type LogPorts = {
  clock: Clock
  /** Sends a batch. A failure is ignored: logging must not cause problems of its own. */
  post(service: LogService, body: string): Promise<void>
  /** Calls back once, some time later. */
  later(run: () => void): void
}

type LogFacts = { merchant: string; version: string; service: LogService | undefined }

/** More than this is the same failure over and over. */
const maxWaiting = 50
const longestMessage = 300

/** A log that collects lines and sends them together. Without a service, nothing is stored and nothing leaves the device. */
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
      // Without a network nothing can be sent; the newest lines are tried once more together with the next ones.
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

/** Removes what could be personal: email addresses, and every run of four digits or more (cards, phones, zips; amounts are no loss). */
export const redactPersonal = (message: string): string =>
  message
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[mail]')
    .replace(/\d(?:[\s().-]{0,3}\d){3,}/g, '[digits]')
    .slice(0, longestMessage)
