import Dexie from 'dexie'

/** Whether the device's store itself failed: it was closed, refused or full (reliability D1, D4). Anything else that its code throws is a defect. */
export const isStoreFailure = (cause: unknown): boolean => cause instanceof Dexie.DexieError
