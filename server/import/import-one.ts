import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import {
  hostsOf,
  listLostHostLines,
  listStoredMerchants,
  saveMerchants,
  type StoredMerchant,
} from '#server/merchants/repository.ts'
import { listChanges } from './changes.ts'
import { listMovedIds, listTaken } from './clashes.ts'
import { listOrdersOnClosedDays } from './closed-days.ts'
import { ImportError, type ImportProblem } from './problem.ts'
import { readMerchant } from './read-merchant.ts'

/**
 * Imports one merchant's folder beside the merchants in the database, or with `isTrial` only says what that would change. Returns whether anything changed, and
 * what the operator must know of it. Throws ImportError with every problem, including a host name or id that belongs to another merchant, and a location id
 * other than the stored one; then nothing is changed.
 */
export async function importMerchant(
  database: Database,
  folder: string,
  label: string,
  nowMs: number,
  isTrial = false,
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
  const before = stored.find(({ document }) => document.label === label)
  const saved = isTrial
    ? {
        changed: before?.revision === merchant.revision ? [] : [label],
        lostHosts: lostHostsOf(before, merchant),
      }
    : await saveMerchants(database, [...others, merchant], nowMs)
  const lines = [
    ...listChanges(before?.document, merchant.document),
    ...listLostHostLines(saved),
    ...(await listOrdersOnClosedDays(database, merchant.document, nowMs)),
  ]
  return { isChanged: saved.changed.includes(label), lines }
}

/** The host names that a merchant would lose. `<label>.localhost` is no address of guests. */
function lostHostsOf(
  before: StoredMerchant | undefined,
  after: StoredMerchant,
): { host: string; label: string }[] {
  if (!before) return []
  const kept = hostsOf(after.document)
  return hostsOf(before.document)
    .filter((host) => !kept.includes(host) && !host.endsWith('.localhost'))
    .map((host) => ({ host, label: before.document.label }))
}

/** What the command says of an import. */
export const importWords = (label: string, isChanged: boolean, isTrial: boolean): string =>
  !isChanged
    ? `${label} is already up to date.`
    : isTrial
      ? `This would be imported of ${label}; nothing was changed.`
      : `Imported ${label}. A server on PostgreSQL shows it within seconds; with the embedded database, start it again.`
