import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Queryable } from '#server/db/database.ts'
import { makeFolder } from '#server/db/make-folder.ts'
import { cardKeyFile } from '#server/db/private-folder.ts'
import { SettingsError } from '#server/env.ts'
import { CipherError, type DataCipher, dataCipher, findCipherKey } from '#server/ports/data-cipher.ts'

/** The key that encrypts gift-card numbers: `CARD_KEY`, or a file in the data folder that is made once. Never stored in the database. */

type CardKeyOptions = {
  /** The value of CARD_KEY. */
  cardKey: Uint8Array | undefined
  dataDir: string
  database: Queryable
  clock: Clock
  ids: Ids
}

/** A sealed value that only the database's own key opens: its name among the secrets, and its text. */
const check = { name: 'card_key_check', text: 'the key of this database' }

/**
 * The cipher of this database. The first start stores a check value sealed with its key; a later start with another key, or without it, is refused, because it
 * could not find any card. Throws SettingsError with a message for the operator.
 */
export async function openCardCipher({
  cardKey,
  dataDir,
  database,
  clock,
  ids,
}: CardKeyOptions): Promise<DataCipher> {
  const file = join(dataDir, cardKeyFile)
  const sealed = await findCheck(database)
  const key =
    cardKey ?? readKeyFile(file) ?? (sealed === undefined ? makeKeyFile(dataDir, file, ids) : undefined)
  if (!key) throw missing(file)
  const cipher = dataCipher(key)
  const kept = sealed ?? (await keepCheck(database, cipher.seal(check.text, check.name), clock.now()))
  if (opens(cipher, kept)) return cipher
  throw isOther(cardKey, file)
}

/**
 * Throws SettingsError where the key of a database is missing, or another one is given, and changes nothing: before an update, so that it is not migrated for a
 * start that is refused. Its schema may be of any older version.
 */
export async function checkCardKey({
  cardKey,
  dataDir,
  database,
}: Pick<CardKeyOptions, 'cardKey' | 'dataDir' | 'database'>): Promise<void> {
  const [table] = await database.query<{ is_there: boolean }>(
    `SELECT to_regclass('server_secrets') IS NOT NULL AS is_there`,
  )
  const sealed = table?.is_there ? await findCheck(database) : undefined
  if (sealed === undefined) return
  const file = join(dataDir, cardKeyFile)
  const key = cardKey ?? readKeyFile(file)
  if (!key) throw missing(file)
  if (!opens(dataCipher(key), sealed)) throw isOther(cardKey, file)
}

const missing = (file: string): SettingsError =>
  new SettingsError(
    `The gift cards in this database are encrypted, and their key is missing: set CARD_KEY to it, or put its file back at ${file} (docs/operating.md, The card key).`,
  )

const isOther = (cardKey: Uint8Array | undefined, file: string): SettingsError =>
  new SettingsError(
    `The gift cards in this database are encrypted with another key than ${cardKey ? 'CARD_KEY says' : `the one in ${file}`}. Give the key that it was started with before (docs/operating.md, The card key).`,
  )

function opens(cipher: DataCipher, sealed: string): boolean {
  try {
    return cipher.open(sealed, check.name) === check.text
  } catch (error) {
    if (error instanceof CipherError) return false
    throw error
  }
}

async function findCheck(database: Queryable): Promise<string | undefined> {
  return (
    await database.query<{ value: string }>('SELECT value FROM server_secrets WHERE name = $1', [check.name])
  )[0]?.value
}

/** If two processes start at once, the first one's check is kept: both are compared with it. */
async function keepCheck(database: Queryable, sealed: string, nowMs: number): Promise<string> {
  await database.query(
    'INSERT INTO server_secrets (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
    [check.name, sealed, nowMs],
  )
  const kept = await findCheck(database)
  if (kept === undefined) throw new Error('the check of the card key has gone')
  return kept
}

function readKeyFile(file: string): Uint8Array | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const key = findCipherKey(text)
  if (!key)
    throw new SettingsError(
      `${file} holds no key: put the one back that was there (docs/operating.md, The card key).`,
    )
  return key
}

/** Written to the disk completely before anything is encrypted with it; if another process was faster, its key is used. */
function makeKeyFile(dataDir: string, file: string, ids: Ids): Uint8Array | undefined {
  makeFolder(dataDir)
  const draft = `${file}.${ids.uuid()}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(dataDir)
  return readKeyFile(file)
}

function syncFolder(folder: string): void {
  // Windows cannot open folders, and stores names without being asked to.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
