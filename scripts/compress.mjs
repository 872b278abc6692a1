import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packs = /\.(html|js|mjs|css|json|svg|txt|webmanifest|map|wasm)$/
/** Below this size (bytes) compression saves less than its response headers cost. */
const smallest = 512

/**
 * Writes `.br` and `.gz` files beside every text file of a folder, once, with the best compression: the server sends them as they are.
 * @param {string} folder
 * @returns {Promise<number>} how many files were compressed
 */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && packs.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const packed = await Promise.all(files.map(compressFile))
  return packed.filter(Boolean).length
}

async function compressFile(file) {
  const body = await readFile(file)
  if (body.length <= smallest) return false
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params }),
    promisify(gzip)(body, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return true
}
