import type { Database } from '#server/db/database.ts'
import type { LiveDirectory } from './merchant.ts'
import { listRevisions, listStoredMerchants, type StoredMerchant } from './repository.ts'

/** How often a server looks whether a merchant was imported by another process (ms): a leaked promo code is to be gone in seconds. */
export const reloadEveryMs = 3000

export type ReloadPorts = {
  database: Database
  directory: LiveDirectory
  /** Throws where this server must not take these merchants. */
  accept(stored: readonly StoredMerchant[]): void
}

/**
 * What takes changed merchants over while the server runs: all at once, between two requests. Everything that is prepared of a merchant (answers, pages,
 * first screens) hangs on its object and goes with it. Where `accept` throws, what was there stays.
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
