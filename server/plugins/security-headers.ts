import type { FastifyInstance } from 'fastify'

/** What a page may load. Made once per merchant, since it names the hash of that merchant's inlined style. */
export type PagePolicy = { styleHashes: readonly string[]; payments: 'sandbox' | 'stripe' }

/**
 * Emotion (under Chakra) makes empty style elements and fills them through the CSSOM, which needs no permission; the empty text itself does.
 * This is the hash of nothing, so it allows nothing.
 */
const emptyStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** The Content-Security-Policy of a portal page: nothing inline but the hashed style, nothing from elsewhere but the card provider. */
export function pageContentPolicy({ styleHashes, payments }: PagePolicy): string {
  const stripe = payments === 'stripe'
  const hashes = [...styleHashes, emptyStyle].map((hash) => `'${hash}'`).join(' ')
  return [
    "default-src 'none'",
    `script-src 'self'${stripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    `style-src 'self' ${hashes}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src 'self'${stripe ? ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of what is not a page: it may load nothing and be framed by nobody. */
const bareContentPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers that every answer bears. `secure` adds HSTS, for servers that are reached by https only. */
export function addSecurityHeaders(app: FastifyInstance, options: { secure: boolean }): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
      'content-security-policy': bareContentPolicy,
      ...(options.secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    })
  })
}
