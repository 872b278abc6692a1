import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from '#server/plugins/prebuilt.ts'
import { notFound } from '#server/plugins/problems.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** A file's media type by its extension; undefined for one that is never served. */
export const findMediaType = (path: string): string | undefined => types[extname(path).toLowerCase()]

/** Whether the last part of an address has an extension: then it requests a file, not a page. */
export const isFileLike = (path: string): boolean => /\.[A-Za-z0-9]{1,12}$/.test(path)

type StaticOptions = {
  /** Cached for a year without asking again: the address changes with the content. */
  immutable: boolean
}

/** What the build compresses (scripts/compress.mjs). */
const hasPackedSiblings = /^(?:text|application)\/|\+xml$/

/**
 * Sends a file of a folder, or its `.br` or `.gz` sibling where there is one and the client accepts it. `path` is relative and untrusted: whatever would leave
 * the folder is not found. Throws a 404.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  path: string,
  options: StaticOptions,
): Promise<FastifyReply> {
  const file = insideOf(folder, path)
  const type = file && findMediaType(file)
  if (!file || !type) throw notFound()
  const encoding = bestEncoding(request.headers['accept-encoding'])
  const suffix =
    encoding === 'br' && existsSync(`${file}.br`)
      ? '.br'
      : encoding !== 'identity' && existsSync(`${file}.gz`)
        ? '.gz'
        : ''
  const found = await stat(file + suffix).catch(() => undefined)
  if (!found?.isFile()) throw notFound()
  const tag = `"${createHash('sha256').update(`${found.size}:${found.mtimeMs}:${suffix}`).digest('base64url').slice(0, 16)}"`
  void reply
    .header('etag', tag)
    .header('cache-control', options.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (hasPackedSiblings.test(type)) void reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  if (suffix) void reply.header('content-encoding', suffix === '.br' ? 'br' : 'gzip')
  return reply.type(type).send(await readFile(file + suffix))
}

/** Whether a folder has a file with this untrusted path. */
export function hasFile(folder: string, path: string): boolean {
  const file = insideOf(folder, path)
  return file !== undefined && existsSync(file)
}

function insideOf(folder: string, path: string): string | undefined {
  if (path.includes('\0')) return undefined
  const file = normalize(join(folder, path))
  return file.startsWith(normalize(folder + sep)) ? file : undefined
}
