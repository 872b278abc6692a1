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
    return undefined // The caller goes on without a copy, as on a first visit.
  }
}

/**
 * The only way to read the server's data: the device's copy at once, and the network's answer after it, which is saved before it is shown; without a copy, it
 * waits for the network; without either, it throws the error, which the screen explains. No other code decides between device and network.
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
 * Stores an answer if possible: a full or broken device still shows it, and keeps its older copy. Data of somebody who is no longer signed in is not even
 * shown: AppError `unauthorized`. Where there is no room, cached pictures are deleted first (reliability D1).
 */
export async function keepAnswer<T>(save: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withRoom(save)
  } catch (cause) {
    if (cause instanceof SessionChangedError)
      throw new AppError('unauthorized', 'somebody else is signed in now', {}, { cause })
    return undefined // The answer is shown anyway, and fetched again next time.
  }
}
