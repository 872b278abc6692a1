import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCardCipher } from '#server/card-key.ts'
import type { Database } from '#server/db/database.ts'
import { migrations } from '#server/db/migrations.ts'
import { readSettings, SettingsError } from '#server/env.ts'
import { hashOfNumber, openNumber } from '#server/modules/cards/stored-number.ts'
import { placeOfCode } from '#server/modules/card-orders/deliveries.ts'
import { noFirstScreen } from '#server/portal/first-screen.ts'
import { fingerprintOf, placeOfReply } from '#server/plugins/idempotency-store.ts'
import { CipherError, dataCipher, findCipherKey } from '#server/ports/data-cipher.ts'
import { systemIds } from '#server/ports/system.ts'
import { sealStored } from '#server/seal-stored.ts'
import { type RunningLarder, startLarder } from '#server/start.ts'
import { testCipher } from './support/cipher.ts'
import { findColumnsWith } from './support/columns.ts'
import { databases, workerFile } from './support/databases.ts'
import { testClock } from './support/larder.ts'
import { dataWithDatabase } from './support/program.ts'

const newKey = (): string => randomBytes(32).toString('base64')

describe('the card cipher', () => {
  it('opens what it sealed, only in its place and with its key, and never seals a value the same way twice', () => {
    const [one, other] = [dataCipher(randomBytes(32)), dataCipher(randomBytes(32))]
    const sealed = one.seal('6006491234567896', 'here')
    expect(sealed).not.toContain('6006491234567896')
    expect(one.open(sealed, 'here')).toBe('6006491234567896')
    expect(one.seal('6006491234567896', 'here')).not.toBe(sealed)
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    for (const open of [
      () => one.open(sealed, 'there'),
      () => other.open(sealed, 'here'),
      () => one.open(changed, 'here'),
      () => one.open('{}', 'here'),
    ])
      expect(open).toThrow(CipherError)
  })

  it('hashes with its key, which is not the key that it seals with', () => {
    const [key, other] = [randomBytes(32), randomBytes(32)]
    expect(dataCipher(key).hash('a')).toBe(dataCipher(key).hash('a'))
    expect(dataCipher(key).hash('a')).not.toBe(dataCipher(other).hash('a'))
    expect(dataCipher(key).hash('a')).toMatch(/^v1\.[\w-]{43}$/)
  })

  it('takes 32 bytes in base64, and nothing shorter, longer or typed by heart', () => {
    expect(findCipherKey(newKey())).toHaveLength(32)
    expect(findCipherKey(randomBytes(32).toString('base64url'))).toHaveLength(32)
    for (const text of [
      '',
      'secret',
      'x'.repeat(32),
      randomBytes(31).toString('base64'),
      randomBytes(33).toString('base64'),
    ])
      expect(findCipherKey(text)).toBeUndefined()
  })
})

describe('the setting CARD_KEY', () => {
  const live = {
    ENVIRONMENT: 'prod',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'portal@bella.example',
  }

  it('is required in production, and is never repeated in a message', () => {
    expect(() => readSettings(live)).toThrow('set CARD_KEY')
    expect(readSettings({ ...live, CARD_KEY: newKey() }).cardKey).toHaveLength(32)
    expect(readSettings({}).cardKey).toBeUndefined()
    expect(() => readSettings({ CARD_KEY: 'mother’s birthday' })).toThrow(SettingsError)
    expect(() => readSettings({ CARD_KEY: 'mother’s birthday' })).not.toThrow('birthday')
  })
})

describe.for(databases)('the card key of a database [$name]', (engine) => {
  const ports = { clock: testClock(), ids: systemIds }
  const opener = (database: Database, dataDir: string) => (cardKey?: string) =>
    openCardCipher({
      ...ports,
      database,
      dataDir,
      cardKey: cardKey === undefined ? undefined : findCipherKey(cardKey),
    })

  it('is a private file that is created once where no setting gives the key', async () => {
    const [database, dataDir] = [
      await engine.open(),
      join(mkdtempSync(join(tmpdir(), 'larder-key-')), 'data'),
    ]
    const open = opener(database, dataDir)
    const ciphers = await Promise.all([open(), open()])
    const file = join(dataDir, 'card-key')
    expect((lstatSync(file).mode & 0o777).toString(8)).toBe('600')
    expect(findCipherKey(readFileSync(file, 'utf8').trim())).toHaveLength(32)
    const later = await open()
    expect(new Set([...ciphers, later].map((cipher) => cipher.hash('a'))).size).toBe(1)
    // The key in the file may be moved to the setting later.
    expect((await open(readFileSync(file, 'utf8').trim())).hash('a')).toBe(later.hash('a'))
    await database.close()
  })

  it('is asked for by name when it is missing, wrong or invalid, and is not replaced', async () => {
    const [database, dataDir] = [await engine.open(), mkdtempSync(join(tmpdir(), 'larder-key-'))]
    const open = opener(database, dataDir)
    await open()
    const file = join(dataDir, 'card-key')
    await expect(open(newKey())).rejects.toThrow(/encrypted with another key than CARD_KEY says/)
    renameSync(file, `${file}.away`)
    await expect(open()).rejects.toThrow(/their key is missing: set CARD_KEY/)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, newKey())
    await expect(open()).rejects.toThrow(`another key than the one in ${file}`)
    writeFileSync(file, 'nothing of the kind')
    await expect(open()).rejects.toThrow(SettingsError)
    renameSync(`${file}.away`, file)
    await open()
    await database.close()
  })

  it('is a single one when two servers start at once with two', async () => {
    const database = await engine.open()
    const starts = [0, 1].map(() => opener(database, mkdtempSync(join(tmpdir(), 'larder-key-')))())
    expect((await Promise.allSettled(starts)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ])
    await database.close()
  })
})

describe.for(databases)('a database of an older version [$name]', (engine) => {
  const numbers = Array.from({ length: 450 }, (_, index) => String(4_000_123_400_000_000 + index))
  const idOf = (index: number): string => `card ${1000 + index}`
  const answer = { locationId: 'here', caller: 'ada', key: randomUUID() }
  const claimCode = '7Q4K-AAAA-BBBB-CCCC'

  /** A database of the version before, with its data; then migrated. */
  async function olderDatabase(): Promise<Database> {
    const database = await engine.open()
    await database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const last = migrations.findIndex(({ id }) => id === '015-sealed-numbers')
    for (const { sql } of migrations.slice(0, last)) await database.script(sql)
    await database.script(`INSERT INTO card_programs VALUES ('here', 'p', 'p', '', '')`)
    await database.transaction(async (tx) => {
      for (const [index, number] of numbers.entries())
        tx.later(
          `INSERT INTO cards (location_id, id, card_number, program_id, balance_cents, status, created_at) VALUES ('here', $1, $2, 'p', 100, 'active', 5)`,
          [idOf(index), number],
        )
      tx.later(
        `INSERT INTO idempotency_keys (location_id, caller, key, method, path, fingerprint, state, status, body, locked_until, created_at, expires_at)
         VALUES ($1, $2, $3, 'POST', '/x', 'a hash of the body', 'done', 200, $4, 0, 1, 9), ($1, $2, $5, 'POST', '/x', 'another', 'running', NULL, NULL, 0, 1, 9),
           ($1, $2, $6, 'WITHDRAWN', '', '', 'done', 409, '', 0, 1, 9)`,
        [
          answer.locationId,
          answer.caller,
          answer.key,
          JSON.stringify({ card_number: numbers[0] }),
          randomUUID(),
          randomUUID(),
        ],
      )
      tx.later(
        `INSERT INTO card_orders (location_id, id, type, status, items, recipient, personal_message, buyer, created_at, touched_at)
         VALUES ('here', 'o', 'SendEmail', 'Submitted', '[]', '{}', '', '{}', 1, 1)`,
      )
      tx.later(
        `INSERT INTO card_deliveries (location_id, id, order_id, card_id, channel, sent_to, claim_code, state, tries, next_try_at, locked_until, created_at)
         VALUES ('here', 'd', 'o', $1, 'email', 'ada@example.com', $2, 'pending', 0, 1, 0, 1)`,
        [idOf(0), claimCode],
      )
    })
    await database.script(migrations[last]!.sql)
    return database
  }

  const seal = (database: Database): Promise<void> => sealStored(database, testCipher, () => undefined)

  async function expectSealed(database: Database): Promise<void> {
    expect(await findColumnsWith(database, [...numbers, claimCode.replaceAll('-', '')])).toEqual([])
    const cards = await database.query<{
      id: string
      number_hash: string
      sealed_number: string
      last_four: string
      card_number: null
    }>('SELECT id, number_hash, sealed_number, last_four, card_number FROM cards ORDER BY id')
    expect(cards.map((card) => openNumber(testCipher, 'here', card.id, card.sealed_number))).toEqual(numbers)
    expect(cards.map((card) => card.number_hash)).toEqual(
      numbers.map((number) => hashOfNumber(testCipher, 'here', number)),
    )
    expect(cards.map((card) => card.last_four)).toEqual(numbers.map((number) => number.slice(-4)))
    const [kept] = await database.query<{ body: string; fingerprint: string }>(
      'SELECT body, fingerprint FROM idempotency_keys WHERE key = $1',
      [answer.key],
    )
    expect(testCipher.open(kept!.body, placeOfReply(answer))).toBe(
      JSON.stringify({ card_number: numbers[0] }),
    )
    // A repeat of the call after the migration is recognized as the same call.
    expect(kept!.fingerprint).toBe(fingerprintOf(testCipher, 'a hash of the body'))
    const [delivery] = await database.query<{ claim_code: string }>('SELECT claim_code FROM card_deliveries')
    expect(testCipher.open(delivery!.claim_code, placeOfCode('here', 'd'))).toBe(claimCode)
    expect(
      await database.query(`SELECT 1 AS one FROM server_secrets WHERE name = 'numbers_in_plain'`),
    ).toEqual([])
  }

  it('is encrypted once, at its next start', async () => {
    const database = await olderDatabase()
    await seal(database)
    await expectSealed(database)
    const before = await database.query('SELECT sealed_number FROM cards ORDER BY id')
    await seal(database)
    expect(await database.query('SELECT sealed_number FROM cards ORDER BY id')).toEqual(before)
    await database.close()
  }, 180_000)

  it('is encrypted completely by the next start when one was cut off anywhere', async () => {
    const database = await olderDatabase()
    for (let maxTransactions = 0; maxTransactions < 6; maxTransactions++) {
      let left = maxTransactions
      const cut: Database = {
        ...database,
        transaction: async (work) => {
          if (left-- === 0) throw new Error('the power is off')
          return database.transaction(work)
        },
      }
      await seal(cut).then(
        () => undefined,
        (error: unknown) => expect(String(error)).toContain('the power is off'),
      )
    }
    await seal(database)
    await expectSealed(database)
    await database.close()
  }, 180_000)

  it('is encrypted by two servers at once without harm', async () => {
    const database = await olderDatabase()
    await Promise.all([seal(database), seal(database), seal(database)])
    await expectSealed(database)
    await database.close()
  }, 180_000)

  it('does not refuse a start where there is nothing to encrypt', async () => {
    const database = await engine.open()
    const said: string[] = []
    await sealStored(database, testCipher, (line) => void said.push(line))
    expect(said).toEqual([])
    await database.close()
  })
})

describe('a complete start', () => {
  let dataDir: string
  beforeAll(async () => void (dataDir = await dataWithDatabase()))
  const start = (cardKey?: Uint8Array): Promise<RunningLarder> =>
    startLarder({
      settings: { ...readSettings({ PORT: '0', DATA_DIR: dataDir }), cardKey },
      root: resolve('.'),
      portal: { kind: 'none' },
      firstScreen: noFirstScreen,
      workerFile: workerFile(),
      log: () => undefined,
    })

  it('encrypts plain numbers, and is refused with another key', async () => {
    const older = await start()
    await older.database.script(`
      ALTER TABLE cards DROP CONSTRAINT cards_sealed;
      UPDATE cards SET card_number = '4000123412341234', number_hash = NULL, sealed_number = NULL WHERE last_four = '0004' AND location_id = 'bella-nyc';
      INSERT INTO server_secrets VALUES ('numbers_in_plain', '', 0)`)
    await older.close()
    const newer = await start()
    const path = '/api/location/bella-nyc/physicalcard/checkbalance/4000123412341234'
    const answer = await fetch(`http://127.0.0.1:${newer.port}${path}`)
    expect(await answer.json()).toMatchObject({ card: { card_number: '4000123412341234', balance: 4000 } })
    expect(await findColumnsWith(newer.database, ['4000123412341234'])).toEqual([])
    await newer.close()
    await expect(start(randomBytes(32))).rejects.toThrow('encrypted with another key than CARD_KEY says')
  }, 180_000)
})
