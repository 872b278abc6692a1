import { resolve } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { saveMerchants } from '#server/merchants/repository.ts'

/** The fixture's restaurants, which no test changes: it changes a copy of the folder. */
export const fixtureMerchants = resolve('tests/server/fixtures/merchants')

let fixture: ReturnType<typeof readMerchants> | undefined
/** Hundreds of servers start with them, and to read and check the files takes longer than to store them. */
const readOnce = (folder: string, allowMissingPictures: boolean): ReturnType<typeof readMerchants> =>
  folder === fixtureMerchants && !allowMissingPictures
    ? (fixture ??= readMerchants(folder, { allowMissingPictures }))
    : readMerchants(folder, { allowMissingPictures })

/**
 * Imports every merchant of a folder into a database as a start does (server/take-merchants.ts), whatever the server's settings: all of
 * them or, when anything is wrong, none. Returns the labels that changed. Throws ImportError with every problem.
 */
export const importMerchants = async (
  database: Database,
  folder: string,
  { allowMissingPictures = false, nowMs }: { allowMissingPictures?: boolean; nowMs: number },
): Promise<string[]> => (await saveMerchants(database, readOnce(folder, allowMissingPictures), nowMs)).changed
