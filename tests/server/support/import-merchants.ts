import type { Database } from '#server/db/database.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { saveMerchants } from '#server/merchants/repository.ts'

/**
 * Imports every merchant of a folder into a database as a start does (server/take-merchants.ts), whatever the server's settings: all of
 * them or, when anything is wrong, none. Returns the labels that changed. Throws ImportError with every problem.
 */
export const importMerchants = async (
  database: Database,
  folder: string,
  { allowMissingPictures = false, nowMs }: { allowMissingPictures?: boolean; nowMs: number },
): Promise<string[]> =>
  (await saveMerchants(database, readMerchants(folder, { allowMissingPictures }), nowMs)).changed
