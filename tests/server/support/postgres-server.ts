import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'

const run = promisify(execFile)

/** The migrated, empty database that the tests' databases are copied from: migrating each one takes a third of a second. */
export const migratedTemplate = 'larder_migrated'

type PostgresServer = { url: string; stop(): Promise<void> } | { missing: string }

/** Starts a separate PostgreSQL server on a Unix socket in a temporary folder, or returns why none is installed. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = findBinaries()
  if (!bin) return { missing: 'no initdb and postgres in PATH or /usr/lib/postgresql' }
  const folder = mkdtempSync(join(tmpdir(), 'larder-pg-'))
  const as = await unprivileged()
  if (as) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'larder', '-A', 'trust', '--no-sync', '--locale=C.UTF-8', '-E', 'UTF8'],
    { ...as, cwd: folder },
  )
  const settings = [
    'listen_addresses=',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'shared_buffers=32MB',
    // The folder may be in memory.
    'max_wal_size=256MB',
    // Hundreds of databases would wake it several times a second; the server's own upkeep analyzes their tables.
    'autovacuum=off',
  ]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((one) => ['-c', one])],
    {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  await ready(server.stderr, server)
  const url = `postgresql://larder@localhost/postgres?host=${encodeURIComponent(folder)}`
  await makeTemplate(url)
  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for connections.
    server.kill('SIGINT')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}

async function makeTemplate(url: string): Promise<void> {
  const server = await openPostgres(url, { poolSize: 1 })
  await server.script(`CREATE DATABASE ${migratedTemplate}`)
  await server.close()
  const template = await openPostgres(url.replace('/postgres?', `/${migratedTemplate}?`), { poolSize: 1 })
  await migrate(template, () => 0)
  await template.close()
}

function ready(output: NodeJS.ReadableStream, server: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${text}`)))
  })
}

function findBinaries(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged)
    ? readdirSync(packaged).sort((one, other) => Number(other) - Number(one))
    : []
  const places = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')))
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)),
      )
      return { uid: uid!, gid: gid! }
    } catch {
      // No such user: try the next.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
}
