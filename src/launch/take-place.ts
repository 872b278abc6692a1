import { keptStyleId } from '#contract/page-format.ts'
import { announceHydrating, announceReady } from './early-tap.ts'
import type { showInPlace } from './show-in-place.ts'

/**
 * Lets what the portal has drawn take the place of its view (show-in-place.ts). Where that cannot be loaded, or fails, it comes as it is, without what was done on
 * the view: nothing on a view is alive, and it would stand for ever. Rejects then.
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
      document.getElementById(keptStyleId)?.remove()
    }
    throw cause
  } finally {
    announceReady()
  }
}
