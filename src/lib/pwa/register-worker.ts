/** Registers the offline worker (specification §2: at /service-worker.js). Where there is none, everything works while there is a network. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  void navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined)
}
