import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCardCipher } from '#server/card-key.ts'
import { connect } from '#server/db/connect.ts'
import type { Database } from '#server/db/database.ts'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { DatabaseStartError } from '#server/db/start-failure.ts'
import { migrate } from '#server/db/migrate.ts'
import { readSettings } from '#server/env.ts'
import { systemClock, systemIds } from '#server/ports/system.ts'
import { startLarder } from '#server/start.ts'
import { concurrentDatabases, databases, urlOf } from './support/databases.ts'
import { fixtureMerchants } from './support/larder.ts'

describe.for(concurrentDatabases)('a command over a database of an older version [$name]', (engine) => {
  async function open(): Promise<{ database: Database; url: string; dataDir: string }> {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const dataDir = mkdtempSync(join(tmpdir(), 'larder-older-'))
    return { database, url: await urlOf(database), dataDir }
  }
  const applied = async (database: Database): Promise<string[]> =>
    (await database.query<{ id: string }>('SELECT id FROM migrations ORDER BY id')).map(({ id }) => id)

  it('says so and leaves it as it is: servers of that version may run on it', async () => {
    const { database, url, dataDir } = await open()
    await database.query(`DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)`)
    const before = await applied(database)
    const said: string[] = []
    const code = await runMerchantCommand(
      {
        root: resolve('.'),
        merchantsDir: fixtureMerchants,
        env: { DATABASE_URL: url, DATA_DIR: dataDir },
        say: (line) => void said.push(line),
      },
      ['admin', 'tavola', 'ada@example.com'],
    )
    expect([code, said]).toEqual([
      1,
      ['This database is of an older version. Stop its servers and start the new one first.'],
    ])
    expect(await applied(database)).toEqual(before)
  })

  it('creates the tables of an empty one', async () => {
    const { database, url, dataDir } = await open()
    const all = await applied(database)
    await database.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await (await connect({ databaseUrl: url, dataDir, now: Date.now, isCommand: true })).close()
    expect(await applied(database)).toEqual(all)
  })
})

describe.for(concurrentDatabases)('a start that is refused [$name]', (engine) => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['over a missing card key', {}, /their key is missing/],
    ['over another card key', { CARD_KEY: randomBytes(32).toString('base64') }, /another key than CARD_KEY/],
    ['over the restaurants’ files', { DEFAULT_MERCHANT: 'nobody' }, /there is no merchants\/nobody/],
  ])('%s leaves the database to its older version', async (_what, env, refusal) => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    await openCardCipher({
      cardKey: randomBytes(32),
      dataDir: mkdtempSync(join(tmpdir(), 'larder-older-')),
      database,
      clock: systemClock,
      ids: systemIds,
    })
    const newest = await database.query<{ id: string }>('SELECT max(id) AS id FROM migrations')
    await database.query(`DELETE FROM migrations WHERE id = $1`, [newest[0]!.id])
    const before = await database.query('SELECT id FROM migrations')
    const starting = startLarder({
      root: resolve('.'),
      merchantsDir: fixtureMerchants,
      settings: readSettings({
        DATABASE_URL: await urlOf(database),
        DATA_DIR: mkdtempSync(join(tmpdir(), 'larder-older-')),
        PORT: '0',
        DEFAULT_MERCHANT: 'tavola',
        ...env,
      }),
    })
    await expect(starting).rejects.toThrow(refusal)
    expect(await database.query('SELECT id FROM migrations')).toEqual(before)
  })
})

it.for(databases)('a database of a newer version is refused, and stays as it is [$name]', async (engine) => {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const rows = (): Promise<unknown[]> => database.query('SELECT id, applied_at FROM migrations ORDER BY id')
  await database.query(`INSERT INTO migrations (id, applied_at) VALUES ('998-soon', 1), ('999-later', 1)`)
  const before = await rows()
  await expect(migrate(database, () => 2)).rejects.toThrow(
    new DatabaseStartError(
      'This database is of a newer version (999-later). Start that version, or restore the backup from before it (docs/operating.md, Backups).',
    ),
  )
  expect(await rows()).toEqual(before)
})
