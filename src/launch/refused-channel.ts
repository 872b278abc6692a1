/**
 * A browser that refuses its storage (Firefox, with cookies blocked) has a BroadcastChannel and throws when one is made. Dexie makes one while it is
 * loaded, so it would never load: it is made to find none, and the portal works in memory.
 */
export function hideRefusedChannel(): void {
  try {
    new BroadcastChannel('larder-probe').close()
  } catch {
    // Refused, or there is none.
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  }
}
