import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { root } from './progress.mjs'

/** The folder with the embedded database: DATA_DIR, else .data in the tree. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || '.data')

/** The file by which a folder is recognized as ours. It is deleted last, so that an interrupted deletion can be repeated. */
const marks = { database: 'PG_VERSION', builds: 'builds.json' }

/** @param {string} folder @param {'database' | 'builds'} name */
const isMarked = (folder, name) => existsSync(join(folder, name, marks[name]))

/** @param {string} path */
const isEmptyFolder = (path) => lstatSync(path).isDirectory() && readdirSync(path).length === 0

/**
 * Whether a folder is one of Larder's data folders: it contains the embedded database, or nothing yet, or only what `removeOurs` deletes last. A key alone does
 * not count: it may belong to another database. A folder that contains the program's own tree or somebody's home never counts.
 * @param {string} folder
 */
export function isOurs(folder) {
  const real = realpathSync(folder)
  if ([root, homedir()].some((place) => existsSync(place) && isWithin(realpathSync(place), real)))
    return false
  const isLeftOver = (name) => name === 'database' && isEmptyFolder(join(folder, name))
  return isMarked(folder, 'database') || readdirSync(folder).every(isLeftOver)
}

/** @param {string} place @param {string} folder */
function isWithin(place, folder) {
  const way = relative(folder, place)
  return way === '' || (way.split(sep)[0] !== '..' && !isAbsolute(way))
}

/** The key, and temporary copies of it that a crash left. */
const cardKey = /^card-key(\.[0-9a-f-]{36})?$/

/**
 * The entries of a data folder that Larder has made: the list of server/db/private-folder.ts, and temporary copies of the key. The database comes last, because
 * the folder is recognized by it. DATA_DIR may name a shared folder; anything else in it stays.
 * @param {string} folder
 * @returns {string[]} names, in the order of deletion
 */
function listOurs(folder) {
  const names = readdirSync(folder)
  return [
    ...names.filter((name) => name === 'outgoing'),
    ...names.filter(
      (name) => name === 'builds' && (isMarked(folder, name) || isEmptyFolder(join(folder, name))),
    ),
    ...names.filter((name) => cardKey.test(name)),
    ...names.filter((name) => name === 'database'),
  ]
}

/**
 * Deletes what Larder has made in a data folder, and the folder itself if nothing else is in it. If interrupted, it can be repeated.
 * @param {string} folder one that `isOurs`
 * @param {typeof rm} remove
 * @returns {Promise<string[]>} the names that stay
 */
export async function removeOurs(folder, remove = rm) {
  for (const name of listOurs(folder)) {
    const path = join(folder, name)
    for (const inside of listBeforeMark(path, marks[name]))
      await remove(join(path, inside), { recursive: true, force: true })
    await remove(path, { recursive: true, force: true })
  }
  const others = readdirSync(folder)
  // A link to a folder on another disk is kept for the next start.
  if (others.length === 0 && !lstatSync(folder).isSymbolicLink()) await rmdir(folder)
  return others
}

/** What to delete from a folder before the file that marks it. Nothing if the folder is a link: only the link is ours. */
const listBeforeMark = (path, mark) =>
  mark !== undefined && lstatSync(path).isDirectory() ? readdirSync(path).filter((name) => name !== mark) : []

/**
 * Whether a running Larder has the folder's database open. The address is that of server/db/folder-lock.ts, which cannot be imported before a build; a test in
 * tests/scripts keeps the two equal.
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
export function isInUse(folder) {
  const database = join(folder, 'database')
  if (!existsSync(database)) return Promise.resolve(false)
  const { dev, ino } = statSync(database, { bigint: true })
  const name = `larder-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`
  return new Promise((answer) => {
    const socket = connect(addressOf(name))
    socket.once('connect', () => answer((socket.destroy(), true)))
    socket.once('error', () => answer(false))
  })
}

function addressOf(name) {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}
