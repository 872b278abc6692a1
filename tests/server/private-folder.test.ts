import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import { makeFolder } from '#server/db/make-folder.ts'
import { makePrivate } from '#server/db/private-folder.ts'
import { folderMail } from '#server/ports/mail/folder-mail.ts'
import { workerFile } from './support/databases.ts'
import { testClock } from './support/larder.ts'

/** Every path at or below this one that other users of the machine may read, write or search. */
function listOpen(path: string): string[] {
  const at = lstatSync(path)
  const below = at.isDirectory() ? readdirSync(path).flatMap((name) => listOpen(join(path, name))) : []
  return at.isSymbolicLink() || (at.mode & 0o077) === 0 ? below : [path, ...below]
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

let home: string
let umask: number
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'larder-private-'))
  // The most permissive umask.
  umask = process.umask(0)
})
afterEach(() => void process.umask(umask))

describe('what is written into the data folder', () => {
  it('is readable for its user only: the database, its log of changes, and emails', async () => {
    const dataDir = join(home, 'larder/data')
    const database = await openEmbedded({ folder: join(dataDir, 'database'), workerFile: workerFile() })
    await database.script('CREATE TABLE guests (email text); CREATE INDEX by_email ON guests (email)')
    await database.query('INSERT INTO guests VALUES ($1)', ['ada@example.com'])
    const email = {
      kind: 'reset' as const,
      language: 'en' as const,
      to: 'ada@example.com',
      fromName: 'Tavola',
      subject: 'Receipt',
      text: 'Thank you',
    }
    await folderMail(join(dataDir, 'outgoing'), testClock()).send(email)
    expect(readdirSync(join(dataDir, 'database/pg_wal')).length).toBeGreaterThan(0)
    expect(readdirSync(join(dataDir, 'outgoing'))).toHaveLength(1)
    expect(listOpen(join(home, 'larder'))).toEqual([])
    await database.close()
    expect(listOpen(join(home, 'larder'))).toEqual([])
  }, 180_000)
})

describe('an older data folder', () => {
  const older = (...extra: string[]): string => {
    const dataDir = join(home, 'older')
    for (const folder of ['database/pg_wal', 'outgoing', ...extra])
      mkdirSync(join(dataDir, folder), { recursive: true })
    for (const file of [
      'database/PG_VERSION',
      'database/pg_wal/000000010000000000000001',
      'outgoing/a.txt',
    ]) {
      writeFileSync(join(dataDir, file), 'x')
      chmodSync(join(dataDir, file), 0o666)
    }
    return dataDir
  }

  it('is closed with everything in it', () => {
    const dataDir = older()
    expect(listOpen(dataDir).length).toBeGreaterThan(5)
    expect(makePrivate(dataDir)).toEqual([])
    expect(listOpen(dataDir)).toEqual([])
    expect([modeOf(dataDir), modeOf(join(dataDir, 'database/PG_VERSION'))]).toEqual(['700', '600'])
  })

  it('keeps what is not Larder’s as it is, and does not follow links', () => {
    const dataDir = older('photos')
    const outside = join(home, 'outside.txt')
    writeFileSync(outside, 'x')
    symlinkSync(outside, join(dataDir, 'outgoing/link'))
    expect(makePrivate(dataDir)).toEqual([])
    expect([modeOf(dataDir), modeOf(join(dataDir, 'photos')), modeOf(outside)]).toEqual(['777', '777', '666'])
    expect(listOpen(join(dataDir, 'database'))).toEqual([])
    expect(listOpen(join(dataDir, 'outgoing'))).toEqual([])
  })

  it('has nothing to do without one', () => expect(makePrivate(join(home, 'nowhere'))).toEqual([]))
})

it('folders are made closed, those above them, too', () => {
  makeFolder(join(home, 'a/b'))
  expect([modeOf(join(home, 'a')), modeOf(join(home, 'a/b'))]).toEqual(['700', '700'])
})
