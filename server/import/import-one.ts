import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { listLostHostLines, listStoredMerchants, saveMerchants } from '#server/merchants/repository.ts'
import { listMovedIds, listTaken } from './clashes.ts'
import { listOrdersOnClosedDays } from './closed-days.ts'
import { ImportError, type ImportProblem } from './problem.ts'
import { readMerchant } from './read-merchant.ts'

/**
 * Imports one merchant's folder beside the merchants in the database. Returns whether anything changed, and what the operator must know of it. Throws ImportError with every problem, including a host
 * name or id that belongs to another merchant, and a location id other than the stored one; then nothing is changed.
 */
export async function importMerchant(
  database: Database,
  folder: string,
  label: string,
  nowMs: number,
): Promise<{ isChanged: boolean; lines: string[] }> {
  const problems: ImportProblem[] = []
  const merchant = readMerchant(join(folder, label), label, problems, { allowMissingPictures: false })
  const stored = await listStoredMerchants(database)
  const others = stored.filter(({ document }) => document.label !== label)
  if (merchant)
    problems.push(
      ...listTaken(folder, merchant, others),
      ...listMovedIds(folder, [...others, merchant], stored),
    )
  if (!merchant || problems.length > 0) throw new ImportError(problems)
  const saved = await saveMerchants(database, [...others, merchant], nowMs)
  const lines = [
    ...listLostHostLines(saved),
    ...(await listOrdersOnClosedDays(database, merchant.document, nowMs)),
  ]
  return { isChanged: saved.changed.includes(label), lines }
}
