/**
 * A browser that refuses its storage (Firefox, with cookies blocked) has a BroadcastChannel that throws when one is created. Dexie creates one while it loads,
 * so it would never load: this hides the class from it, and the portal works in memory.
 */
export function hideRefusedChannel(): void {
  try {
    new BroadcastChannel('larder-probe').close()
  } catch {
    // Refused, or missing.
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  }
}
