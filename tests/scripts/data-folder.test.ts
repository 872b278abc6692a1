import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/db/folder-lock.ts'
import { isInUse, isOurs } from '../../scripts/data-folder.mjs'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'larder-data-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder is in use while the server’s own lock is held, and not after', async () => {
  await mkdir(join(folder, 'database'))
  expect(await isInUse(folder)).toBe(false)
  const lock = await lockFolder(join(folder, 'database'))
  expect(await isInUse(folder)).toBe(true)
  await lock.release()
  expect(await isInUse(folder)).toBe(false)
})

test('only a folder with our database, or an empty one, is ours', async () => {
  expect(isOurs(folder)).toBe(true)
  await writeFile(join(folder, 'letter.txt'), 'dear reader')
  expect(isOurs(folder)).toBe(false)
  await mkdir(join(folder, 'database'))
  await writeFile(join(folder, 'database/PG_VERSION'), '18\n')
  expect(isOurs(folder)).toBe(true)
  expect(isOurs(homedir())).toBe(false)
  expect(isOurs('/')).toBe(false)
})
