/** What a page may ask of the worker. The worker's handler for each stands in `src/sw/messages.ts`. */
export type PageMessage =
  /** Take over now: the user agreed, and no payment is in flight. `alone`: only if this is the one window there is. */
  | { type: 'skip-waiting'; alone?: boolean }
  /** Keep these pictures for when there is no network, the first ones first, up to so many kilobytes in all. */
  | { type: 'keep-pictures'; urls: string[]; kilobytes?: number | undefined }

/** Tells the worker, as soon as there is an active one; does nothing where there can be none. */
export function postToWorker(message: PageMessage): void {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message))
}
