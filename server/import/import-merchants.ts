import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredMerchant } from '#server/merchants/repository.ts'
import { listClashes } from './clashes.ts'
import { ImportError, type ImportProblem } from './problem.ts'
import { readMerchant, type ReadOptions } from './read-merchant.ts'

/** Reads and checks every merchant of a folder. Throws ImportError with every problem. */
export function readMerchants(folder: string, options: ReadOptions): StoredMerchant[] {
  const { merchants, problems } = checkMerchants(folder, options)
  if (problems.length > 0) throw new ImportError(problems)
  return merchants
}

/** The merchants of a folder that could be read, and everything that is wrong in any of them, by file and line. */
export function checkMerchants(
  folder: string,
  options: ReadOptions,
): { merchants: StoredMerchant[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const labels = listLabels(folder)
  const merchants = labels.flatMap(
    (label) => readMerchant(join(folder, label), label, problems, options) ?? [],
  )
  if (labels.length === 0)
    problems.push({
      file: 'merchants',
      line: 1,
      field: '',
      message: 'no merchant is there; copy a folder to start one',
    })
  problems.push(...listDeadLinks(folder), ...listClashes(folder, merchants))
  return {
    merchants,
    problems: problems.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line),
  }
}

/** The labels of the merchants in a folder; a merchant's folder may be a link to one elsewhere. */
export const listLabels = (folder: string): string[] =>
  listEntries(folder).flatMap(({ name, kind }) => (kind === 'folder' ? [name] : []))

/** A restaurant whose link is broken would be switched off without any message. */
const listDeadLinks = (folder: string): ImportProblem[] =>
  listEntries(folder).flatMap(({ name, kind }) =>
    kind === 'nothing'
      ? [{ file: `merchants/${name}`, line: 1, field: '', message: 'is a link to what is not there' }]
      : [],
  )

function listEntries(folder: string): { name: string; kind: 'folder' | 'file' | 'nothing' }[] {
  if (!existsSync(folder)) return []
  return (
    readdirSync(folder)
      // The folder may be a git repository of its own.
      .filter((name) => !name.startsWith('.'))
      .sort()
      .map((name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false })
        return { name, kind: found === undefined ? 'nothing' : found.isDirectory() ? 'folder' : 'file' }
      })
  )
}
