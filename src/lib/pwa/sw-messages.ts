/** Messages from a page to the worker. The worker's handlers are in `src/sw/messages.ts`. */
export type PageMessage =
  /** Take over now: the user agreed, and no payment is in progress. `alone`: only if this is the only open window. */
  | { type: 'skip-waiting'; alone?: boolean }
  /** Cache these pictures for offline use, in this order, up to so many kilobytes in all. */
  | { type: 'keep-pictures'; urls: string[]; kilobytes?: number | undefined }

/** Posts a message to the worker as soon as one is active; does nothing where there can be none. */
export function postToWorker(message: PageMessage): void {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message))
}
