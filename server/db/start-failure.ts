import { isAbsolute } from 'node:path'
import { freeBytes, inMegabytes, newDatabaseBytes, startBytes } from './disk-room.ts'
import { DatabaseAwayError, DatabaseError } from './database.ts'

/** A database cannot be opened. The message is the line that the operator sees: what, where, what to do. */
export class DatabaseStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseStartError'
  }
}

/** Throws DatabaseStartError if the disk is so full that the embedded engine would stop during its start. */
export function checkRoomToStart(folder: string, isThere: boolean): void {
  const free = freeBytes(folder)
  const needed = isThere ? startBytes : newDatabaseBytes
  if (free >= needed) return
  throw new DatabaseStartError(
    `The disk is full: ${inMegabytes(free)} are free at ${folder}, and the database needs ${inMegabytes(needed)} to start. Make room there, or choose another folder with DATA_DIR.`,
  )
}

/** Why a data folder cannot be used. A new folder instead of one that `isThere`, such as a restored backup, would be an empty restaurant. */
export function dataFolderRefusal(folder: string, code: string, isThere: boolean): string {
  if (code === 'ENOSPC')
    return `The disk of the data folder ${folder} is full. Make room there, or choose another with DATA_DIR.`
  return isThere
    ? `The data folder ${folder} cannot be written (${code}). Give the folder and everything in it to the user that runs Larder. With another DATA_DIR nothing of it would be there.`
    : `The data folder ${folder} cannot be written (${code}). Choose another with DATA_DIR.`
}

/** The embedded engine's refusal to open a folder, in words for the operator. */
export function startFailure(folder: string, error: unknown): DatabaseStartError {
  if (error instanceof DatabaseStartError) return error
  const said = messageOf(error)
  if (/ENOSPC|no space left on device/i.test(said))
    return new DatabaseStartError(
      `The disk at ${folder} is full (${said}). Make room there, or choose another folder with DATA_DIR.`,
      error,
    )
  if (/EACCES|EPERM|EROFS|permission denied|read-only file system/i.test(said))
    return new DatabaseStartError(
      `The database in ${folder} cannot be read and written by this user (${said}). Give the folder and everything in it to the user that runs Larder.`,
      error,
    )
  return damaged(folder, said, error)
}

const damaged = (folder: string, said: string, cause: unknown): DatabaseStartError =>
  new DatabaseStartError(
    `The database in ${folder} is damaged and does not open (${said}). Keep a copy of the folder, and put the last backup in its place (docs/operating.md, Backups).`,
    cause,
  )

/** What an opened engine answers when its files are damaged: internal errors, corrupted data and indexes, a file that is missing or unreadable. */
const isDamage = (error: DatabaseError): boolean => /^(?:XX00[0-2]|58P01|58030)$/.test(error.sqlState)

/** PostgreSQL's refusal, in words for the operator, without the password. */
export function refusalOf(databaseUrl: string, error: unknown): DatabaseStartError {
  const said = messageOf(error)
  const remedy =
    remedies[error instanceof DatabaseError ? error.sqlState : ''] ??
    'Check that it runs and that DATABASE_URL is right.'
  return new DatabaseStartError(
    `PostgreSQL at ${placeOfUrl(databaseUrl)} cannot be used (${said}). ${remedy}`,
    error,
  )
}

const remedies: Record<string, string> = {
  '28P01': 'Check user and password in DATABASE_URL.',
  '28000': 'Check user and password in DATABASE_URL, and whom the server lets in (pg_hba.conf).',
  '3D000': 'Make that database first (createdb), or name another in DATABASE_URL.',
  '53300': 'It has no connection left: raise max_connections, or stop what holds them.',
}

/** The host, port and database of a URL, which may be shown. */
export function placeOfUrl(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'the address in DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || searchParams.get('port') || '5432'}${pathname}`
}

/** An error of a schema migration, in words for the operator; errors that are not the database's are returned as they are. */
export const migrationFailure = (place: string, error: unknown): unknown =>
  failureOf(
    place,
    error,
    'cannot be brought up to date',
    'If its user may not make tables, let them; else put the last backup in its place (docs/operating.md, Backups).',
  )

/** The same for an error while writing after the migrations. A backup would not help: the database is sound. */
export const openingFailure = (place: string, error: unknown): unknown =>
  failureOf(
    place,
    error,
    'refused what a start writes',
    'If its user may not change its tables, let them; else please report this line.',
  )

function failureOf(place: string, error: unknown, what: string, remedy: string): unknown {
  if (!(error instanceof DatabaseError)) return error
  // The embedded engine's thread is gone, and its message says why.
  if (error instanceof DatabaseAwayError && isAbsolute(place)) return startFailure(place, error)
  if (error instanceof DatabaseAwayError)
    return new DatabaseStartError(
      `The database at ${place} does not answer (${error.message}). Start again when it does.`,
      error,
    )
  if (error.sqlState === '53100')
    return new DatabaseStartError(`The disk of ${place} is full (${error.message}). Make room there.`, error)
  if (isDamage(error)) return damaged(place, error.message, error)
  return new DatabaseStartError(
    `The database at ${place} ${what} (${error.message}; ${error.sqlState}). ${remedy}`,
    error,
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
