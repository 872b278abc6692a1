import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/db/folder-lock.ts'
import { isInUse, isOurs, removeOurs } from '../../scripts/data-folder.mjs'

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

const makeDatabase = async (): Promise<void> => {
  await mkdir(join(folder, 'database'))
  await writeFile(join(folder, 'database/PG_VERSION'), '18\n')
}

test('only a folder with our database, or an empty one, is ours', async () => {
  expect(isOurs(folder)).toBe(true)
  await writeFile(join(folder, 'letter.txt'), 'dear reader')
  expect(isOurs(folder)).toBe(false)
  await makeDatabase()
  expect(isOurs(folder)).toBe(true)
})

test.each([
  ['the root', '/'],
  ['a person’s home', homedir()],
  ['what the home is in', dirname(homedir())],
])('never is %s', (_what, place) => expect(isOurs(place)).toBe(false))

test('nor the program’s own tree, or a folder that contains it, by whatever name', async () => {
  await makeDatabase()
  const tree = join(folder, 'app')
  await mkdir(join(tree, 'scripts'), { recursive: true })
  for (const name of ['data-folder.mjs', 'progress.mjs'])
    await cp(join(import.meta.dirname, '../../scripts', name), join(tree, 'scripts', name))
  await symlink(folder, join(tree, 'data'))
  const answer = execFileSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { dataFolder, isOurs } from ${JSON.stringify(pathToFileURL(join(tree, 'scripts/data-folder.mjs')))}
     const said = ['..', '.', 'data'].map((name) => { process.env.DATA_DIR = name; return isOurs(dataFolder()) })
     console.log(said.join())`,
  ])
  expect(String(answer).trim()).toBe('false,false,false')
})

test('deletes what Larder has made, and leaves everything else', async () => {
  await makeDatabase()
  await mkdir(join(folder, 'outgoing'))
  await mkdir(join(folder, 'builds'))
  const names = ['card-key', `card-key.${crypto.randomUUID()}`, 'builds/builds.json', 'letter.txt']
  for (const name of names) await writeFile(join(folder, name), 'dear reader')
  expect(await removeOurs(folder)).toEqual(['letter.txt'])
  expect(await readdir(folder)).toEqual(['letter.txt'])
})

test('a key alone does not make a folder ours: it may belong to another database', async () => {
  await writeFile(join(folder, 'card-key'), 'dear key')
  expect(isOurs(folder)).toBe(false)
})

test('a deletion that was stopped anywhere can be repeated', async () => {
  const makeAll = async (): Promise<void> => {
    for (const name of ['database/base', 'outgoing', 'builds/assets'])
      await mkdir(join(folder, name), { recursive: true })
    for (const name of ['database/PG_VERSION', 'database/base/1', 'builds/builds.json', 'card-key'])
      await writeFile(join(folder, name), '18\n')
  }
  /** Deletes with an error after so many steps, and tells whether that was late enough to finish. */
  const removedIn = (steps: number): Promise<boolean> => {
    let left = steps
    const stopping: typeof rm = (path, options) =>
      left-- > 0 ? rm(path, options) : Promise.reject(new Error('stopped'))
    return removeOurs(folder, stopping).then(
      () => true,
      () => false,
    )
  }
  await makeAll()
  let steps = 0
  while (!(await removedIn(steps))) {
    expect(isOurs(folder), `after ${steps} steps: ${(await readdir(folder)).join()}`).toBe(true)
    expect(await removeOurs(folder)).toEqual([])
    expect(existsSync(folder)).toBe(false)
    await makeAll()
    steps++
  }
  expect(steps).toBeGreaterThan(4)
})

test('a folder with only the database’s name is not ours', async () => {
  await mkdir(join(folder, 'database'))
  await writeFile(join(folder, 'database/ibdata1'), 'of another program')
  expect(isOurs(folder)).toBe(false)
})

test('leaves builds that belong to somebody else', async () => {
  await makeDatabase()
  await mkdir(join(folder, 'builds/apollo'), { recursive: true })
  expect(await removeOurs(folder)).toEqual(['builds'])
})

test('deletes the folder itself when nothing else is in it', async () => {
  await makeDatabase()
  expect(await removeOurs(folder)).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

test('leaves a link to a data folder for the next start', async () => {
  await makeDatabase()
  const link = `${folder}-link`
  await symlink(folder, link)
  expect(await removeOurs(link)).toEqual([])
  expect(await readdir(link)).toEqual([])
  await rm(link)
})
