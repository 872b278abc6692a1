import { announceHydrating, announceReady } from './early-tap.ts'
import type { showInPlace } from './show-in-place.ts'

/**
 * Replaces the view with what the portal has rendered (show-in-place.ts). If that code cannot be loaded, or fails, the rendering is inserted without what was
 * done on the view, because a view is not interactive and would otherwise stay forever. Rejects then.
 */
export async function takePlace(
  root: HTMLElement,
  drawn: HTMLElement,
  loading: Promise<{ showInPlace: typeof showInPlace }>,
): Promise<void> {
  try {
    await (await loading).showInPlace(root, drawn)
  } catch (cause) {
    if (root.isConnected) {
      announceHydrating()
      root.replaceWith(drawn)
    }
    throw cause
  } finally {
    announceReady()
  }
}
