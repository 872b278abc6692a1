import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join, parse, resolve } from 'node:path'
import { root } from './progress.mjs'

/** Where the embedded database lives: DATA_DIR, else .data in the tree. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || '.data')

/**
 * Whether a folder is one that Larder made: it holds the embedded database, and nothing of a person's.
 * @param {string} folder
 */
export function isOurs(folder) {
  if ([root, homedir(), parse(folder).root].some((place) => resolve(place) === folder)) return false
  return existsSync(join(folder, 'database/PG_VERSION')) || readdirSync(folder).length === 0
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
