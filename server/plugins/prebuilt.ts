import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * An answer made once and sent many times: raw, gzip and brotli, each with a strong ETag of its own (RFC 9110: a strong tag names bytes).
 * Serialising a menu book per request costs 100–160 requests a second; sending these reaches thousands.
 */
export type Prebuilt = { type: string; bodies: Record<Encoding, Buffer>; tag: string }

type Encoding = 'identity' | 'gzip' | 'br'

/**
 * Builds an answer from its text. Compression is near the best there is: it is paid once a revision. `policy` is what is sent along in headers
 * and governs the text: another policy makes another answer, so that nobody goes on with the old one.
 */
export function prebuild(text: string, type: string, policy = ''): Prebuilt {
  const raw = Buffer.from(text)
  return {
    type,
    tag: createHash('sha256').update(type).update(policy).update(raw).digest('base64url').slice(0, 22),
    bodies: {
      identity: raw,
      gzip: gzipSync(raw, { level: 9 }),
      br: brotliCompressSync(raw, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
      }),
    },
  }
}

/** `vary`: what else than its encoding an answer is chosen by. */
type SendOptions = { cacheControl?: string; vary?: string }

/** Sends a prebuilt answer in the best encoding that the caller takes, or 304 when the caller has it already. */
export function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  prebuilt: Prebuilt,
  options: SendOptions = {},
): FastifyReply {
  const encoding = bestEncoding(request.headers['accept-encoding'])
  const tag = `"${prebuilt.tag}${suffixes[encoding]}"`
  void reply
    .header('etag', tag)
    .header('vary', options.vary ? `accept-encoding, ${options.vary}` : 'accept-encoding')
    .header('cache-control', options.cacheControl ?? 'no-cache')
  if (isKnown(request.headers['if-none-match'], prebuilt.tag)) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type(prebuilt.type).send(prebuilt.bodies[encoding])
}

/**
 * Sends what somebody who holds an older version of an answer needs of the newest, or 304 where theirs is the newest. Its tag is the whole answer's, as a
 * weak one: it says the same (RFC 9110, 8.8.1). Compressed for this one caller, so quickly; without a text the whole answer goes, which is made already.
 */
export function sendDifference(
  request: FastifyRequest,
  reply: FastifyReply,
  whole: Prebuilt,
  makeText: () => string | undefined,
): FastifyReply {
  const text = isKnown(request.headers['if-none-match'], whole.tag) ? undefined : makeText()
  if (text === undefined) return sendPrebuilt(request, reply, whole)
  void reply
    .header('etag', `W/"${whole.tag}"`)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'no-cache')
  const raw = Buffer.from(text)
  const encoding = bestEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type(whole.type).send(quicklyEncoded[encoding](raw))
}

const quicklyEncoded: Record<Encoding, (raw: Buffer) => Buffer> = {
  identity: (raw) => raw,
  gzip: (raw) => gzipSync(raw, { level: 5 }),
  br: (raw) => brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
}

const suffixes: Record<Encoding, string> = { identity: '', gzip: '-g', br: '-b' }

/** The caller may hold the answer in any encoding, and a proxy may have weakened the tag (`W/`): it is the same content. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some(
    (one) =>
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/^"|(?:-[gb])?"$/g, '') === tag,
  )

/** The encoding to answer in. An encoding with `q=0` is refused by the caller. */
export function bestEncoding(header: string | undefined): Encoding {
  const taken = new Set(
    (header ?? '')
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';')[0]!.trim().toLowerCase()),
  )
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}
