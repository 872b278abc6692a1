import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * An answer built once and sent many times: raw, gzip and brotli, each with its own strong ETag (RFC 9110: a strong tag names bytes). Serializing a menu book
 * per request allows 100–160 requests a second; sending these, thousands.
 */
export type Prebuilt = { type: string; bodies: Record<Encoding, Buffer>; tag: string }

type Encoding = 'identity' | 'gzip' | 'br'

/**
 * Builds an answer from its text, near the best compression there is, since it happens once per revision. `policy` is what the headers say about the text: a
 * change makes it another answer, so that nobody keeps using the old policy.
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

/** `vary`: what else the answer depends on, besides its encoding. */
type SendOptions = { cacheControl?: string; vary?: string }

/** Sends a prebuilt answer in the best encoding that the client accepts, or 304 when the client has it already. */
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
 * Sends the difference between a client's older version of an answer and the newest, or 304 where theirs is the newest. Its tag is the whole answer's, as a
 * weak one, since it has the same meaning (RFC 9110, 8.8.1). It is compressed for this one client, so at a fast level; without a text, the whole prebuilt
 * answer is sent.
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

/** The client may hold any encoding, and a proxy may have weakened the tag (`W/`): the content is the same. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some(
    (one) =>
      one
        .trim()
        .replace(/^W\//, '')
        .replace(/^"|(?:-[gb])?"$/g, '') === tag,
  )

/** The encoding to answer in. `q=0` means that the client refuses an encoding. */
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
