import type { Clock, Ids } from '#contract/ports.ts'

/** The browser's own clock, ids, locks and bus. Both the page and the worker are built with these. */

/** One holder at a time, across tabs and the worker. */
export type Locks = {
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
  /** True while anybody holds a lock of this name. */
  isHeld(name: string): Promise<boolean>
}

/** Short messages between the tabs of this origin; they carry no data, only that something changed. */
export type Bus = { post(note: string): void; listen(listener: (note: string) => void): () => void }

export const browserClock: Clock = { now: () => Date.now() }

export const browserIds: Ids = {
  uuid: () => crypto.randomUUID(),
  secret: () =>
    btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
}

/**
 * Web Locks, or, where they are missing or the browser refuses them (as it does with its storage), one queue for this page: the idempotency keys then prevent
 * what a lock cannot.
 */
export function browserLocks(): Locks {
  const queue = pageLocks()
  let isRefused = typeof navigator === 'undefined' || !('locks' in navigator)
  return {
    async withLock(name, run) {
      if (isRefused) return await queue.withLock(name, run)
      let hasBegun = false
      try {
        return await navigator.locks.request(name, async () => {
          hasBegun = true
          return await run()
        })
      } catch (cause) {
        if (hasBegun || isLeft(cause)) throw cause
        isRefused = true
        return await queue.withLock(name, run)
      }
    },
    async isHeld(name) {
      if (isRefused) return await queue.isHeld(name)
      try {
        return (await navigator.locks.query()).held?.some((lock) => lock.name === name) ?? false
      } catch (cause) {
        if (isLeft(cause)) throw cause
        isRefused = true
        return await queue.isHeld(name)
      }
    },
  }
}

/** A page that is being closed gets no lock either: that does not mean that the browser refuses them. */
const isLeft = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'InvalidStateError'

/** One holder at a time within this page. */
function pageLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  const held = new Set<string>()
  return {
    withLock(name, run) {
      const guarded = async () => {
        held.add(name)
        try {
          return await run()
        } finally {
          held.delete(name)
        }
      }
      const turn = (tails.get(name) ?? Promise.resolve()).then(guarded, guarded)
      tails.set(name, turn)
      return turn
    },
    isHeld: async (name) => held.has(name),
  }
}

/** A BroadcastChannel, or a bus without effect where it is missing, or where the browser refuses it together with its storage. */
export function browserBus(name: string): Bus {
  const channel = openChannel(name)
  if (!channel) return { post: () => undefined, listen: () => () => undefined }
  return {
    post: (note) => channel.postMessage(note),
    listen(listener) {
      const on = (event: MessageEvent): void => {
        if (typeof event.data === 'string') listener(event.data)
      }
      channel.addEventListener('message', on)
      return () => channel.removeEventListener('message', on)
    },
  }
}

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined // Missing or refused: tabs then notice each other's changes when somebody returns to them.
  }
}
