import { DatabaseError } from '#server/db/database.ts'
import { FolderLockedError } from '#server/db/folder-lock.ts'
import { DatabaseStartError } from '#server/db/start-failure.ts'
import { SettingsError } from '#server/env.ts'
import { ImportError } from '#server/import/problem.ts'

const forTheOperator = [SettingsError, FolderLockedError, DatabaseStartError, ImportError, DatabaseError]

/** Whether an error's message is all that the operator needs: what is wrong, where, and what to do. */
export const isForOperator = (error: unknown): error is Error =>
  forTheOperator.some((known) => error instanceof known)

/** Why Larder does not start, or did not stop cleanly, for the terminal: what, where, what to do. Never a stack trace, whatever was thrown. */
export function describeStartFailure(error: unknown): string {
  if (isForOperator(error)) return messageOf(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const path =
    error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (code === 'ENOSPC') return `The disk${path === undefined ? '' : ` of ${path}`} is full. Make room there.`
  if (code === 'EACCES' || code === 'EPERM')
    return `${path ?? 'A file'} cannot be read or written by this user (${String(code)}). Give it to the user that runs Larder.`
  if (code === 'ENOENT' && path !== undefined)
    return `${path} is missing. Build again (npm run build), or put it back.`
  return `Larder cannot go on: ${messageOf(error)}${placeOf(error)}. This is a fault of the program: please report this line.`
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message
  return typeof error === 'object' && error !== null ? JSON.stringify(error) : String(error)
}

/** The first location in a stack trace. */
function placeOf(error: unknown): string {
  const place =
    error instanceof Error
      ? /^\s+at .*?\(?(?:file:\/\/)?([^()\s]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1]
      : undefined
  return place === undefined ? '' : ` (${place})`
}
