import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

/**
 * A disk that a test fills and makes hang, for whatever is started with `--import` of this file (the server, its threads). It needs no rights and no
 * mount: where a disk is full, the system answers a write that grows a file with ENOSPC, and that is what Node then throws.
 *
 * SMALL_DISK names a file with `{ "folder": "/…", "freeBytes": 0, "refuses": false, "hangs": false }`, read anew at each write; `refuses`: more than it
 * says it has cannot be had, as where somebody else fills it at the same time.
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

/** The files that were opened for writing on the disk, by descriptor. */
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
  // As a disk that went away: the thread waits, and nothing wakes it.
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
// The server's nine seconds to stop in, for a test that is about what comes after them.
if (process.env.SHORT_STOP) {
  const { setTimeout: start } = globalThis
  globalThis.setTimeout = (run, ms, ...rest) => start(run, ms === 9000 ? 500 : ms, ...rest)
}
syncBuiltinESMExports()
