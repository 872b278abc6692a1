import Dexie from 'dexie'

/** Why a store lasts only as long as its page. `newer`: the device's own is a newer build's, which finds it as it was. */
export type MemoryReason = 'none' | 'newer'

/** The message of the refusal: Dexie makes an error of its own of it. */
export const newerStore = 'the device’s store belongs to a newer version of the portal'

/** Why a store did not open. */
export const memoryReasonOf = (cause: unknown): MemoryReason =>
  String(cause).includes(newerStore) ? 'newer' : 'none'

/** Whether the device's store itself failed: it was closed, refused or full (reliability D1, D4). Anything else that its code throws is a defect. */
export const isStoreFailure = (cause: unknown): boolean => cause instanceof Dexie.DexieError
