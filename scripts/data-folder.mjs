import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { root } from './progress.mjs'

/** Where the embedded database lives: DATA_DIR, else .data in the tree. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || '.data')

/**
 * Whether a folder is one that Larder keeps its data in: it holds the embedded database, or nothing yet. Never one that the program's own tree or a
 * person's home stands in.
 * @param {string} folder
 */
export function isOurs(folder) {
  const real = realpathSync(folder)
  if ([root, homedir()].some((place) => existsSync(place) && isWithin(realpathSync(place), real)))
    return false
  return existsSync(join(folder, 'database/PG_VERSION')) || readdirSync(folder).length === 0
}

/** @param {string} place @param {string} folder */
function isWithin(place, folder) {
  const way = relative(folder, place)
  return way === '' || (way.split(sep)[0] !== '..' && !isAbsolute(way))
}

/**
 * What of a data folder's entries Larder has made: the list of server/db/private-folder.ts, and drafts of the key that a crash left. DATA_DIR may name a
 * place that is shared; whatever else is in it stays.
 * @param {string} folder
 * @returns {string[]} names
 */
const listOurs = (folder) =>
  readdirSync(folder).filter(
    (name) =>
      /^(database|outgoing|card-key(\.[0-9a-f-]{36})?)$/.test(name) ||
      (name === 'builds' && existsSync(join(folder, 'builds/builds.json'))),
  )

/**
 * Removes what Larder has made in a data folder, and the folder itself where nothing else is in it.
 * @param {string} folder one that `isOurs`
 * @returns {Promise<string[]>} the names that stay
 */
export async function removeOurs(folder) {
  for (const name of listOurs(folder)) await rm(join(folder, name), { recursive: true, force: true })
  const others = readdirSync(folder)
  // A link to a folder on another disk stays for the next start.
  if (others.length === 0 && !lstatSync(folder).isSymbolicLink()) await rmdir(folder)
  return others
}

/**
 * Whether a running Larder holds the folder's database. The address is that of server/db/folder-lock.ts, which this cannot import before a build;
 * tests/scripts holds the two together.
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
