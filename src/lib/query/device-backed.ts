import { SessionChangedError } from '#db/sessions.ts'
import { withRoom } from '#db/with-room.ts'
import { AppError, asAppError } from '#lib/errors/app-error.ts'

/** A value and when it was last confirmed (ms since the epoch). */
export type Aged<T> = { value: T; savedAt: number }

export type Fetched<A> = {
  answer: A
  /** Stores it on the device, unless something newer is there at `now` (ms). May return what is stored then. */
  save(now: number): Promise<A | void>
}

type DeviceBacked<A extends Aged<unknown>> = {
  /** The device's copy, checked, or undefined. One that fails the check counts as none. */
  find(): Promise<A | undefined>
  /** The network's answer, checked. `askedAt` (ms) is its age: an answer that was requested earlier and arrives later is older. */
  fetch(askedAt: number): Promise<Fetched<A>>
  /** Called with the copy as soon as it is read, so that it is shown while the network is asked. */
  show(copy: A): void
  now(): number
}

/** The device's copy. A store that cannot be read (closed for a newer build, a damaged value) counts as empty: the server is still asked. */
export async function findIfReadable<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await find()
  } catch {
    return undefined // Whoever asks goes on without a copy, as on a first visit.
  }
}

/**
 * The one read of data that the server owns: the device's copy at once, the network behind it, whose answer is saved before it is shown; no copy: wait
 * for the network; neither: the error, which the screen turns into a designed state. Nobody else decides between device and network.
 */
export async function readDeviceBacked<A extends Aged<unknown>>({
  find,
  fetch,
  show,
  now,
}: DeviceBacked<A>): Promise<A> {
  const copy = await findIfReadable(find)
  if (copy) show(copy)
  let fetched: Fetched<A>
  try {
    fetched = await fetch(now())
  } catch (cause) {
    if (copy) return copy
    throw asAppError(cause)
  }
  return (await keepAnswer(() => fetched.save(now()))) ?? fetched.answer
}

/**
 * Keeps an answer where that is possible: a device that is full or broken shows it all the same, and has its older copy. What belongs to somebody who is
 * not signed in any more is not even shown: AppError `unauthorized`. Where there is no room, the pictures go first (reliability D1).
 */
export async function keepAnswer<T>(save: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withRoom(save)
  } catch (cause) {
    if (cause instanceof SessionChangedError)
      throw new AppError('unauthorized', 'somebody else is signed in now', {}, { cause })
    return undefined // The answer is in hand, and is asked for again next time.
  }
}
