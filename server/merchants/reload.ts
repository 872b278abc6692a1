import type { Database } from '#server/db/database.ts'
import type { LiveDirectory } from './merchant.ts'
import { listRevisions, listStoredMerchants, type StoredMerchant } from './repository.ts'

/** How often a server checks whether another process imported a merchant (ms): a leaked promo code must be gone within seconds. */
export const reloadEveryMs = 3000

export type ReloadPorts = {
  database: Database
  directory: LiveDirectory
  /** Throws if this server must not accept these merchants. */
  accept(stored: readonly StoredMerchant[]): void
}

/**
 * Returns a function that applies changed merchants while the server runs: all at once, between two requests. Everything cached for a merchant (answers, pages,
 * first screens) depends on its object and is dropped with it. If `accept` throws, the current merchants stay.
 */
export function merchantReload({ database, directory, accept }: ReloadPorts): () => Promise<void> {
  let known = directory.list().map(({ label, revision }) => `${label} ${revision}`)
  return async () => {
    const now = await listRevisions(database)
    if (now.join('\n') === known.join('\n')) return
    const stored = await listStoredMerchants(database)
    accept(stored)
    directory.replace(stored)
    known = now
  }
}
