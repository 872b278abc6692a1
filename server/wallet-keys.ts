import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod/mini'
import { SettingsError } from '#server/env.ts'
import { findJson } from '#server/find-json.ts'
import type { MerchantDirectory } from '#server/merchants/merchant.ts'
import { appleKeysOf, WalletKeyError } from '#server/ports/wallet/apple-keys.ts'
import { googleKeysOf } from '#server/ports/wallet/google-keys.ts'
import type { WalletKeys } from '#server/ports/wallet/signed-wallet.ts'

/** The keys of wallet passes in `WALLET_KEYS_DIR`: one folder per merchant, named by its label (docs/operating.md, Wallet passes). */

const AppleFile = z.strictObject({
  pass_type_id: z.string(),
  team_id: z.string(),
  /** File names in the same folder. */
  certificate: z.string(),
  key: z.string(),
  passphrase: z.optional(z.string()),
  wwdr: z.string(),
})
const GoogleFile = z.strictObject({ issuer_id: z.string(), service_account: z.string() })

/**
 * Every merchant's keys, checked. Throws SettingsError with the merchant, the file and the key that is wrong, and never with its content. Expired certificates
 * do not stop the start: `progress` is called with them, and those passes are not offered.
 */
export function readWalletKeys(
  folder: string | undefined,
  directory: Pick<MerchantDirectory, 'findByLabel'>,
  progress: (line: string) => void,
  nowMs: number,
): ReadonlyMap<string, WalletKeys> {
  if (folder === undefined) return new Map()
  if (!isAbsolute(folder) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingsError(`WALLET_KEYS_DIR must be the absolute path of a folder: "${folder}" is none.`)
  const labels = readdirSync(folder).filter((name) => !name.startsWith('.') && isFolder(join(folder, name)))
  const unknown = labels.find((label) => !directory.findByLabel(label))
  if (unknown !== undefined)
    throw new SettingsError(
      `WALLET_KEYS_DIR holds keys for "${unknown}", but there is no merchants/${unknown}.`,
    )
  return new Map(
    labels.map((label) => {
      const keys = keysOf(join(folder, label))
      if (keys.apple && keys.apple.endsAtMs <= nowMs)
        progress(
          `The Apple Wallet certificate of ${label} ran out on ${new Date(keys.apple.endsAtMs).toISOString().slice(0, 10)}: its cards are not offered for Apple Wallet until there is another`,
        )
      return [label, keys]
    }),
  )
}

/** Whether a path is a folder, or a link to one. Throws SettingsError for a broken link. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new SettingsError(`${path} is a link to what is not there.`)
  return found.isDirectory()
}

function keysOf(folder: string): WalletKeys {
  const apple = findFile(folder, 'apple.json', AppleFile)
  const google = findFile(folder, 'google.json', GoogleFile)
  return {
    ...(apple && {
      apple: inWords(folder, 'apple.json', () =>
        appleKeysOf({
          passTypeId: apple.pass_type_id,
          teamId: apple.team_id,
          certificate: readKey(folder, 'certificate', apple.certificate),
          key: readKey(folder, 'key', apple.key),
          passphrase: apple.passphrase,
          wwdr: readKey(folder, 'wwdr', apple.wwdr),
        }),
      ),
    }),
    ...(google && {
      google: inWords(folder, 'google.json', () =>
        googleKeysOf({
          issuerId: google.issuer_id,
          serviceAccount: findJson(readKey(folder, 'service_account', google.service_account)),
        }),
      ),
    }),
  }
}

/** A file's fields; undefined where the file does not exist. */
function findFile<S extends z.ZodMiniType>(folder: string, name: string, schema: S): z.infer<S> | undefined {
  const path = join(folder, name)
  if (!existsSync(path)) return undefined
  const read = z.safeParse(schema, findJson(readFileSync(path, 'utf8')))
  if (read.success) return read.data
  throw new SettingsError(`${path} cannot be used: ${wordsOf(read.error.issues[0]!)}.`)
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `it has ${issue.keys.join(', ')}, which nobody reads`
  return issue.path.length === 0
    ? 'it is no JSON object'
    : `it lacks ${issue.path.join('.')}, or that is no text`
}

function readKey(folder: string, field: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (cause) {
    throw new WalletKeyError(`${field} names a file that cannot be read, ${join(folder, name)}`, { cause })
  }
}

function inWords<T>(folder: string, name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WalletKeyError)) throw error
    throw new SettingsError(`${join(folder, name)} cannot be used: ${error.message}.`)
  }
}
