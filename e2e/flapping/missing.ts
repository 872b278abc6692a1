/** Browser features that can be removed from every page before it runs anything. */
export const missing = {
  /** Safari and Firefox have no background sync. */
  sync: () => Reflect.deleteProperty(globalThis, 'SyncManager'),
  locks: () => Reflect.deleteProperty(Navigator.prototype, 'locks'),
} as const satisfies Record<string, () => void>

export type Missing = keyof typeof missing
