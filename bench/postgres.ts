import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { userInfo, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Postgres = { url: string; close(): Promise<void> }

/** Starts a temporary PostgreSQL server of our own; undefined where its programs are not installed. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const bin = findPrograms()
  if (!bin) return undefined
  const home = await mkdtemp(join(tmpdir(), 'larder-postgres-'))
  const user = await ownedByServer(home)
  const data = join(home, 'data')
  await run(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'larder', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'],
    user,
  )
  // Uses a socket in the folder instead of a port, so that nothing can collide.
  await run(
    join(bin, 'pg_ctl'),
    [
      '--pgdata',
      data,
      '--wait',
      '--log',
      join(home, 'log'),
      '--options',
      `-c listen_addresses='' -k ${home}`,
      'start',
    ],
    user,
  )
  return {
    url: `postgresql://larder@/postgres?host=${encodeURIComponent(home)}`,
    async close() {
      await run(join(bin, 'pg_ctl'), ['--pgdata', data, '--mode', 'fast', '--wait', 'stop'], user)
      await rm(home, { recursive: true, force: true })
    },
  }
}

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root: in that case Debian's own user for it is used. */
async function ownedByServer(home: string): Promise<{ uid?: number; gid?: number; cwd: string }> {
  if (userInfo().uid !== 0) return { cwd: home }
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  await chown(home, uid!, gid!)
  return { uid: uid!, gid: gid!, cwd: home }
}
