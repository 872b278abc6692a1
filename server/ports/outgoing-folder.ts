import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#contract/ports.ts'
import { makeFolder } from '#server/db/make-folder.ts'

/** A message's kind and recipient, for its file name, and its text. */
type OutgoingFile = { kind: string; to: string; text: string }

/**
 * Writes a message into a folder as a readable file. Its name begins with the time, so that files sort by it. Only the operator's user may read it, because it
 * contains a link.
 */
export async function writeOutgoing(
  folder: string,
  clock: Clock,
  { kind, to, text }: OutgoingFile,
): Promise<void> {
  makeFolder(folder)
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-')
  await writeNew(join(folder, `${time}-${kind}-${to.replaceAll(/[^A-Za-z0-9.]+/g, '-').slice(0, 80)}`), text)
}

/** Two messages in the same millisecond become two files. */
async function writeNew(path: string, text: string): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await writeFile(`${path}${count === 1 ? '' : `-${count}`}.txt`, text, {
        flag: 'wx',
        mode: 0o600,
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Deletes the messages of a folder that contain one of these words, ignoring case: the emails and texts of somebody who is to be forgotten. */
export async function forgetOutgoing(folder: string, words: readonly string[]): Promise<void> {
  const wanted = words.filter((word) => word !== '').map((word) => word.toLowerCase())
  if (wanted.length === 0 || !existsSync(folder)) return
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.txt')) continue
    const path = join(folder, name)
    const text = (await readFile(path, 'utf8')).toLowerCase()
    if (wanted.some((word) => text.includes(word))) await rm(path, { force: true })
  }
}
