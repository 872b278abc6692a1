import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

/**
 * A disk that a test can fill or make hang, for any program started with `--import` of this file (the server, its threads). It
 * needs no privileges and no mount: on a full disk the system answers a write that grows a file with ENOSPC, which Node then
 * throws.
 *
 * SMALL_DISK names a file with `{ "folder": "/…", "freeBytes": 0, "refuses": false, "hangs": false }`, read again at each
 * write; `refuses`: writes fail although the disk reports free space, as when another process fills it at the same time.
 */

const control = process.env.SMALL_DISK
const {
  readFileSync,
  fstatSync,
  openSync,
  closeSync,
  writeSync,
  writeFileSync,
  mkdirSync,
  ftruncateSync,
  statfsSync,
  fdatasyncSync,
} = fs

const disk = () => JSON.parse(readFileSync(control, 'utf8'))
const isThere = (file) => path.resolve(String(file)).startsWith(disk().folder)

/** The files on the disk that are open for writing, by descriptor. */
const opened = new Map()

const full = (call) =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${call}`), {
    code: 'ENOSPC',
    errno: -28,
    syscall: call,
  })

function checkRoom(call) {
  const { freeBytes, refuses } = disk()
  if (freeBytes <= 0 || refuses) throw full(call)
}

fs.openSync = (file, ...rest) => {
  const descriptor = openSync(file, ...rest)
  if (isThere(file)) opened.set(descriptor, file)
  return descriptor
}
fs.closeSync = (descriptor) => {
  opened.delete(descriptor)
  return closeSync(descriptor)
}
fs.writeSync = (descriptor, buffer, offset, length, position) => {
  const end = (position ?? fstatSync(descriptor).size) + (length ?? buffer.byteLength)
  if (opened.has(descriptor) && end > fstatSync(descriptor).size) checkRoom('write')
  return writeSync(descriptor, buffer, offset, length, position)
}
fs.writeFileSync = (file, ...rest) => {
  if (typeof file !== 'number' && isThere(file)) checkRoom('open')
  return writeFileSync(file, ...rest)
}
fs.mkdirSync = (folder, ...rest) => {
  if (isThere(folder)) checkRoom('mkdir')
  return mkdirSync(folder, ...rest)
}
fs.ftruncateSync = (descriptor, size = 0) => {
  if (opened.has(descriptor) && size > fstatSync(descriptor).size) checkRoom('ftruncate')
  return ftruncateSync(descriptor, size)
}
fs.fdatasyncSync = (descriptor) => {
  // The disk hangs: the thread waits forever.
  if (disk().hangs) {
    writeFileSync(`${control}.hanging`, '')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return fdatasyncSync(descriptor)
}
fs.statfsSync = (folder, ...rest) => {
  const real = statfsSync(folder, ...rest)
  return isThere(folder) ? Object.assign(real, { bavail: Math.floor(disk().freeBytes / real.bsize) }) : real
}
// Shortens the server's nine seconds for stopping, for a test about what follows.
if (process.env.SHORT_STOP) {
  const { setTimeout: start } = globalThis
  globalThis.setTimeout = (run, ms, ...rest) => start(run, ms === 9000 ? 500 : ms, ...rest)
}
syncBuiltinESMExports()
