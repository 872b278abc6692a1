import type { ChildProcess } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DatabaseAwayError, DatabaseError } from '#server/db/database.ts'
import { connect } from '#server/db/connect.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import {
  dataFolderRefusal,
  migrationFailure,
  openingFailure,
  refusalOf,
  startFailure,
} from '#server/db/start-failure.ts'
import { describeStartFailure } from '#server/describe-start-failure.ts'
import { listRevisions } from '#server/merchants/repository.ts'
import { workerFile } from './support/databases.ts'
import { importMerchants } from './support/import-merchants.ts'
import { dataWithDatabase, makeTree, portOf, type Run, run, startHere } from './support/program.ts'
import { makeSmallDisk, megabytes } from './support/small-disk.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
const start = (env: Record<string, string>, root = makeTree()): Run => {
  const running = run(root, env)
  children.push(running.child)
  return running
}

/** Expects one line, without anything that only its programmer can read. */
function oneLine(said: string): string {
  expect(said.split('\n')).toHaveLength(1)
  expect(said).not.toMatch(/\[object|\n\s+at |Aborted|ASSERTIONS|undefined/)
  return said
}

/** Returns the message of a program that does not start. */
async function refusalOfProgram(env: Record<string, string>): Promise<string> {
  const running = start(env)
  expect(await running.ended).toBe(1)
  return oneLine(running.errors().trimEnd())
}

/** What a program would print of a start that fails (main.ts), which here fails in this process. */
const refusalHere = (...start: Parameters<typeof startHere>): Promise<string> =>
  startHere(...start).then(async ({ close }) => {
    await close()
    return 'It has started.'
  }, describeStartFailure)
const refusalOfStart = async (env: Record<string, string>, root = makeTree()): Promise<string> =>
  oneLine(await refusalHere(root, env))

/** The merchants in a tree's database, each with the revision of its content. */
async function storedIn(root: string): Promise<string[]> {
  const database = await openEmbedded({ folder: join(root, 'data/database'), workerFile: workerFile() })
  try {
    return await listRevisions(database)
  } finally {
    await database.close()
  }
}

/** Overwrites the start of a file with garbage, like a failing disk. */
function damage(file: string, bytes = 512): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, 0)
}

const damages = {
  'its control file': (folder: string) => damage(join(folder, 'global/pg_control')),
  'its log of changes': (folder: string) => {
    const log = readdirSync(join(folder, 'pg_wal')).find((name) => name.startsWith('0'))!
    damage(join(folder, 'pg_wal', log), 16 << 20)
  },
  'its version': (folder: string) => writeFileSync(join(folder, 'PG_VERSION'), 'rubbish'),
  'its pages': (folder: string) => {
    for (const name of readdirSync(join(folder, 'base/5')))
      if (statSync(join(folder, 'base/5', name)).size > 0) damage(join(folder, 'base/5', name), 8192)
  },
}
const damaged = (dataDir: string): RegExp =>
  new RegExp(
    `^The database in ${join(dataDir, 'database')} is damaged and does not open \\(.+\\)\\. Keep a copy of the folder, and put the last backup in its place`,
  )

function replaceIn(file: string, text: string, by: string): void {
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(text)
  writeFileSync(file, before.replace(text, by))
}

/** A folder of keys for wallet passes, one of which names a file that does not exist. */
function walletKeysWithoutFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-wallet-'))
  mkdirSync(join(folder, 'tavola'))
  writeFileSync(
    join(folder, 'tavola', 'google.json'),
    '{"issuer_id":"338800000001","service_account":"x.json"}',
  )
  return folder
}

describe('a start that cannot be, in one line that says what, where and what to do', () => {
  it.each([
    ['with no database yet', false],
    ['with a database', true],
  ])(
    'on a full disk, %s',
    async (_what, isThere) => {
      const disk = makeSmallDisk()
      if (isThere) await dataWithDatabase(disk.folder)
      disk.set({ freeBytes: megabytes(9) })
      expect(await refusalOfProgram({ ...disk.env, DATA_DIR: disk.folder })).toMatch(
        /^The disk is full: 9 MB are free at .+database, and the database needs \d+ MB to start\. Make room there, or choose another folder with DATA_DIR\.$/,
      )
    },
    60_000,
  )

  it('on a disk that fills while the database is made', async () => {
    const disk = makeSmallDisk()
    disk.set({ freeBytes: megabytes(200), refuses: true })
    expect(await refusalOfProgram({ ...disk.env, DATA_DIR: disk.folder })).toMatch(
      /^The disk of the data folder .* is full\. Make room there/,
    )
    mkdirSync(join(disk.folder, 'database'), { recursive: true })
    const env = { DATA_DIR: disk.folder }
    expect(oneLine(await refusalHere(makeTree(), env, undefined, disk.workerFile()))).toMatch(
      /^The disk .*is full.* Make room there/,
    )
    // No half-made database is left for the next start.
    expect(readdirSync(join(disk.folder, 'database'))).toEqual([])
  }, 300_000)

  it('with a damaged database', async () => {
    const dataDir = await dataWithDatabase()
    damages['its control file'](join(dataDir, 'database'))
    expect(await refusalOfStart({ DATA_DIR: dataDir })).toMatch(damaged(dataDir))
  }, 60_000)

  it('over a setting, a wallet’s keys, a price or a port, and the restaurants stay as they are stored', async () => {
    const root = makeTree()
    const dataDir = await dataWithDatabase(join(root, 'data'))
    const database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile: workerFile() })
    await importMerchants(database, join(root, 'merchants'), { nowMs: Date.now() })
    const before = await listRevisions(database)
    await database.close()
    expect(before).toHaveLength(2)
    replaceIn(join(root, 'merchants/tavola/location.json'), '"percent": 10', '"percent": 11')
    expect(await refusalOfStart({ DEFAULT_MERCHANT: 'nobody' }, root)).toBe(
      'DEFAULT_MERCHANT is "nobody", but there is no merchants/nobody.',
    )
    expect(await refusalOfStart({ WALLET_KEYS_DIR: walletKeysWithoutFile() }, root)).toMatch(
      /tavola\/google\.json cannot be used: service_account names a file that cannot be read, .*x\.json\.$/,
    )
    const taken = createServer()
    await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready))
    const { port } = taken.address() as AddressInfo
    expect(await refusalOfStart({ PORT: String(port) }, root)).toBe(
      `Port ${port} is in use. Stop what uses it, or choose another with PORT.`,
    )
    taken.close()
    replaceIn(join(root, 'merchants/tavola/menus/01-dinner.json'), '"16.00"', '"16,00"')
    expect(await refusalHere(root)).toMatch(
      /nothing was imported\.\nmerchants\/tavola\/menus\/01-dinner\.json:\d+ categories\[0\]\.items\[0\]\.price: not a price: "16,00"$/,
    )
    expect(await storedIn(root)).toEqual(before)
  }, 120_000)

  it('without PostgreSQL at its address, and without telling the password', async () => {
    const line = await refusalOfStart({ DATABASE_URL: 'postgres://larder:hunter2@127.0.0.1:1/orders' })
    expect(line).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:1\/orders cannot be used \(.*ECONNREFUSED.*\)\. Check that it runs and that DATABASE_URL is right\.$/,
    )
    expect(line).not.toContain('hunter2')
  }, 300_000)
})

it.each(Object.entries(damages))(
  'a database of which %s is damaged does not open, and its folder and the last backup are named',
  async (_what, harm) => {
    const dataDir = await dataWithDatabase()
    harm(join(dataDir, 'database'))
    const opened = connect({ dataDir, workerFile: workerFile(), now: Date.now })
    await expect(opened).rejects.toThrow(damaged(dataDir))
  },
)

it('a start continues if old data cannot be deleted', async () => {
  const root = makeTree()
  const dataDir = await dataWithDatabase(join(root, 'data'))
  const database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile: workerFile() })
  await database.script('ALTER TABLE limits RENAME TO elsewhere')
  await database.close()
  const lines: unknown[] = []
  const running = await startHere(root, {}, (line) => void lines.push(line))
  expect(lines).toEqual([
    { level: 'error', event: 'housekeeping_failed', detail: 'counts', error: 'DatabaseError' },
  ])
  await running.close()
}, 300_000)

describe('the words of a refusal', () => {
  it.each([
    ['28P01', /Check user and password/],
    ['3D000', /Make that database first/],
    ['53300', /no connection left/],
  ])('of PostgreSQL with %s', (state, words) =>
    expect(refusalOf('postgres://u:p@db.example/x', new DatabaseError('no', state)).message).toMatch(words),
  )

  it('advise no other data folder where one is there, as a restored backup that is another user’s', () => {
    expect(dataFolderRefusal('/srv/data', 'EACCES', true)).toMatch(
      /cannot be written \(EACCES\)\. Give the folder and everything in it to the user that runs Larder\./,
    )
    expect(dataFolderRefusal('/srv/data', 'EACCES', false)).toMatch(/\. Choose another with DATA_DIR\.$/)
    expect(dataFolderRefusal('/srv/data', 'ENOSPC', true)).toMatch(/is full\. Make room there/)
  })

  it('advise a backup where the schema cannot be brought up to date, and not where a start’s own rows are refused', () => {
    const refused = new DatabaseError('duplicate key', '23505')
    expect(String(migrationFailure('/srv', refused))).toMatch(/put the last backup in its place/)
    expect(String(openingFailure('/srv', refused))).toMatch(
      /The database at \/srv refused what a start writes \(duplicate key; 23505\)\. If .* please report this line\.$/,
    )
  })

  it('advise to wait for a database that went away meanwhile', () => {
    const away = new DatabaseAwayError('Connection terminated unexpectedly')
    const place = 'db.example:5432/larder'
    for (const words of [migrationFailure(place, away), openingFailure(place, away)])
      expect(String(words)).toMatch(
        /The database at db\.example:5432\/larder does not answer \(Connection terminated unexpectedly\)\. Start again when it does\.$/,
      )
  })

  it('say what the embedded engine said that went away: nothing comes back by waiting', () => {
    const full = new DatabaseAwayError('ENOSPC: no space left on device')
    expect(String(openingFailure('/srv', full))).toMatch(/The disk at \/srv is full/)
    const gone = new DatabaseAwayError('could not read block 3')
    expect(String(migrationFailure('/srv', gone))).toMatch(/put the last backup in its place/)
  })

  it('of a folder that is another user’s', () =>
    expect(
      startFailure('/srv/data', Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))
        .message,
    ).toMatch(/^The database in \/srv\/data cannot be read and written by this user/))

  it.each([
    [
      Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', path: '/srv' }),
      'The disk of /srv is full. Make room there.',
    ],
    [
      Object.assign(new Error('no'), { code: 'EACCES', path: '/srv/x' }),
      '/srv/x cannot be read or written by this user (EACCES). Give it to the user that runs Larder.',
    ],
    [
      { status: 1 },
      'Larder cannot go on: {"status":1}. This is a fault of the program: please report this line.',
    ],
  ])('of %o', (error, words) => expect(describeStartFailure(error)).toBe(words))

  it('of a bug in the program name its place, without a stack', () =>
    expect(describeStartFailure(new TypeError('x is not a function'))).toMatch(
      /^Larder cannot go on: x is not a function \(.*start-errors\.test\.ts:\d+:\d+\)\. This/,
    ))
})

it('a database that hangs does not keep the server from ending', async () => {
  const disk = makeSmallDisk()
  await dataWithDatabase(disk.folder)
  const running = start({ ...disk.env, DATA_DIR: disk.folder, SHORT_STOP: 'yes' })
  const port = await portOf(running)
  disk.set({ hangs: true })
  const asked = fetch(`http://127.0.0.1:${port}/api/location/tavola-nyc/ticketorder/create`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  const outcome = asked.then(
    ({ status }) => status,
    () => 'cut',
  )
  await expect.poll(() => disk.isWaitedFor()).toBe(true)
  running.child.kill('SIGTERM')
  await running.ended
  // Refused where the server's own work was the first to wait for the disk: the server took no more calls by then.
  expect(['cut', 503]).toContain(await outcome)
  expect(running.errors()).toBe(
    'Larder did not stop in 9 s and was ended. Nothing that was acknowledged is lost.\n',
  )
}, 300_000)
