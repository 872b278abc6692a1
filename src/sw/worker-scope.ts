/** The worker's own global, typed. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope
