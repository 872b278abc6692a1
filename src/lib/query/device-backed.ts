import { asAppError } from '#lib/errors/app-error.ts'

/** A value with the time at which it was known to be true (ms since the epoch). */
export type Aged<T> = { value: T; savedAt: number }

export type DeviceBacked<T> = {
  /** The device's copy, checked, or undefined. */
  find(): Promise<Aged<T> | undefined>
  /** The network's answer, saved to the device before it is given back. */
  fetch(): Promise<Aged<T>>
  /** Called with the copy as soon as it is read, so that it is shown while the network is asked. */
  show(copy: Aged<T>): void
  now(): number
  /** A copy younger than this (ms) is good enough without asking. */
  freshMs: number
}

/**
 * The one read of data that the server owns: the device's copy at once, the network behind it; no copy: wait for the network; neither:
 * the error, which the screen turns into a designed state. Nobody else decides between device and network.
 */
export async function readDeviceBacked<T>({
  find,
  fetch,
  show,
  now,
  freshMs,
}: DeviceBacked<T>): Promise<Aged<T>> {
  const copy = await find()
  if (copy) show(copy)
  if (copy && now() - copy.savedAt < freshMs) return copy
  try {
    return await fetch()
  } catch (cause) {
    if (copy) return copy
    throw asAppError(cause)
  }
}

/** Keeps an answer on the device where that is possible. One that is full or broken shows the answer all the same, and keeps its older copy. */
export async function keepIfPossible(save: Promise<void>): Promise<void> {
  try {
    await save
  } catch {
    return // The answer is in hand, and is asked for again next time.
  }
}
