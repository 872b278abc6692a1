import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hostsOf, type StoredMerchant } from '#server/merchants/repository.ts'
import type { FieldPath } from './field-path.ts'
import type { ImportProblem } from './problem.ts'
import { readSourceFile } from './source-file.ts'

/** What must be unique among merchants and must never change hands: a host name, a location id. */

type Claim = { field: 'locationId' | 'hosts'; value: string }

const claimsOf = ({ document }: StoredMerchant): Claim[] => [
  { field: 'locationId', value: document.host.locationId },
  ...hostsOf(document).map((value): Claim => ({ field: 'hosts', value })),
]

const whatOf = { locationId: 'the locationId', hosts: 'a host name' }

/** What two merchants of a folder both claim, reported at both: nobody can tell which one is the copy. */
export function listClashes(folder: string, merchants: readonly StoredMerchant[]): ImportProblem[] {
  const owners = new Map<string, StoredMerchant>()
  return merchants.flatMap((one) =>
    claimsOf(one).flatMap((claim): ImportProblem[] => {
      const key = `${claim.field} ${claim.value}`
      const owner = owners.get(key)
      if (!owner) owners.set(key, one)
      return owner ? [problemOf(folder, owner, claim, one), problemOf(folder, one, claim, owner)] : []
    }),
  )
}

const problemOf = (
  folder: string,
  { document: { label, host } }: StoredMerchant,
  claim: Claim,
  other: StoredMerchant,
): ImportProblem =>
  atHost(
    folder,
    label,
    pathOf(claim, host.hosts),
    `"${claim.value}" is ${whatOf[claim.field]} of merchants/${other.document.label}, too`,
  )

/** What a merchant of a folder claims and another merchant in the database already has: the imported one must change it. */
export const listTaken = (
  folder: string,
  merchant: StoredMerchant,
  others: readonly StoredMerchant[],
): ImportProblem[] =>
  claimsOf(merchant).flatMap((claim) => {
    const owner = others.find((other) =>
      claimsOf(other).some(({ field, value }) => field === claim.field && value === claim.value),
    )
    const { label, host } = merchant.document
    return owner
      ? [
          atHost(
            folder,
            label,
            pathOf(claim, host.hosts),
            `"${claim.value}" is ${whatOf[claim.field]} of "${owner.document.label}" in the database`,
          ),
        ]
      : []
  })

/**
 * Merchants whose location id differs from the one that the database has for their label: their orders, cards and accounts would be left behind under the old
 * id. If a merchant with another label now has the old id, the folder was renamed and nothing is left behind.
 */
export function listMovedIds(
  folder: string,
  merchants: readonly StoredMerchant[],
  stored: readonly StoredMerchant[],
): ImportProblem[] {
  const ids = new Set(merchants.map(({ document }) => document.host.locationId))
  return merchants.flatMap(({ document: { label } }) => {
    const known = stored.find(({ document }) => document.label === label)?.document.host.locationId
    return known === undefined || ids.has(known)
      ? []
      : [
          atHost(
            folder,
            label,
            ['locationId'],
            `was "${known}" until now, which all orders, cards and accounts hang on`,
          ),
        ]
  })
}

/** The host name made from the label is in no file. */
function pathOf({ field, value }: Claim, hosts: readonly string[]): FieldPath {
  const at = field === 'hosts' ? hosts.findIndex((host) => host.toLowerCase() === value) : -1
  return at < 0 ? [field] : [field, at]
}

/** A problem at a field of a merchant's `host.json`, with its line. */
function atHost(folder: string, label: string, path: FieldPath, message: string): ImportProblem {
  const found: ImportProblem[] = []
  const file = join(folder, label, 'host.json')
  const shownAs = `merchants/${label}/host.json`
  const source = existsSync(file) ? readSourceFile(file, shownAs, found) : undefined
  source?.report(path, message)
  return (source && found.at(-1)) ?? { file: shownAs, line: 1, field: path.join('.'), message }
}
