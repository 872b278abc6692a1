import type { FastifyInstance } from 'fastify'
import type { SignInIds } from '#server/merchants/sign-in-ids.ts'

/** Where browsers report what they refused on a page. */
export const policyReportPath = '/api/policyreports'
const reportGroup = 'pages'

/** What a page may load. Made once per merchant, since it names the hash of that merchant's inlined style. */
type PagePolicy = {
  styleHashes: readonly string[]
  payments: 'sandbox' | 'stripe'
  verification: 'embedded' | 'recaptcha'
  /** The merchant's accounts with the providers that people sign in with. */
  signIn: SignInIds
  /** Cards are read by camera: where the browser has no barcode reader of its own that is WebAssembly, which alone is then allowed. */
  scanner: boolean
  /** Google's map stands on the home page, in a frame. */
  maps: boolean
  /** The hosts that the merchant's own pictures lie at, beside the portal's. */
  pictures?: readonly string[]
  /** The origin of the hosted log service, where there is one. */
  log?: string | undefined
}

type Sources = {
  script?: readonly string[]
  style?: readonly string[]
  connect?: readonly string[]
  frame?: readonly string[]
}
type Party = Sources & { typed: boolean }

/**
 * What each outside party's own script needs, by that party's documentation. `typed`: it is documented to run where the page demands Trusted Types
 * (docs/decisions/022).
 */
const parties = {
  stripe: {
    typed: true,
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    connect: ['https://api.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
  google: {
    typed: false,
    script: ['https://accounts.google.com/gsi/'],
    style: ['https://accounts.google.com/gsi/'],
    connect: ['https://accounts.google.com/gsi/'],
    frame: ['https://accounts.google.com/gsi/'],
  },
  facebook: {
    typed: false,
    script: ['https://connect.facebook.net'],
    connect: ['https://www.facebook.com'],
    frame: ['https://www.facebook.com'],
  },
  recaptcha: {
    typed: false,
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    connect: ['https://www.google.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/'],
  },
} satisfies Record<string, Party>

/**
 * Emotion (under Chakra) makes empty style elements and fills them through the CSSOM, which needs no permission; the empty text itself does.
 * This is the hash of nothing, so it allows nothing.
 */
const emptyStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/**
 * No text becomes markup or a script but through the portal's own policy (src/launch/script-policy.ts) and the sanitiser's: what slips past both is
 * refused by the browser (reliability H14).
 */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default dompurify']

/**
 * The Content-Security-Policy of a portal page: nothing inline but the hashed style, nothing from elsewhere but from the card provider and from
 * whom this merchant has switched on; Trusted Types unless one of those is not known to work with them.
 */
function pageContentPolicy({
  styleHashes,
  payments,
  verification,
  signIn,
  scanner,
  maps,
  pictures = [],
  log,
}: PagePolicy): string {
  const allowed: Party[] = [
    ...(payments === 'stripe' ? [parties.stripe] : []),
    ...(verification === 'recaptcha' ? [parties.recaptcha] : []),
    ...(signIn.google === undefined ? [] : [parties.google]),
    ...(signIn.facebook === undefined ? [] : [parties.facebook]),
    // A frame is a page of its own: the types of this one do not reach into it.
    ...(maps ? [{ typed: true, frame: ['https://www.google.com/maps/embed/'] }] : []),
    ...(log === undefined ? [] : [{ typed: true, connect: [log] }]),
  ]
  const from = (kind: keyof Sources): string =>
    ["'self'", ...allowed.flatMap((sources) => sources[kind] ?? [])].join(' ')
  const hashes = [...styleHashes, emptyStyle].map((hash) => `'${hash}'`).join(' ')
  return [
    "default-src 'none'",
    `script-src ${from('script')}${scanner ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src ${from('style')} ${hashes}`,
    ["img-src 'self' data:", ...pictures].join(' '),
    "font-src 'self'",
    `connect-src ${from('connect')}`,
    `frame-src ${from('frame')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${policyReportPath}`,
    `report-to ${reportGroup}`,
    ...(allowed.every(({ typed }) => typed) ? trustedTypes : []),
  ].join('; ')
}

/** The policy of the offline worker, which is governed by its own answer and not by a page's: it fetches assets, pictures and the API, and imports what it sends with (src/sw/load-sending.ts). */
export const workerContentPolicy =
  "default-src 'none'; connect-src 'self'; script-src 'self'; require-trusted-types-for 'script'; trusted-types larder-worker"

const permissions = (payment: string): string =>
  `camera=(self), microphone=(), geolocation=(), usb=(), ${payment}`

/** The headers of a page that say what it may load and what others learn of it. */
export const pageHeaders = (policy: PagePolicy): Record<string, string> => ({
  'content-security-policy': pageContentPolicy(policy),
  'reporting-endpoints': `${reportGroup}="${policyReportPath}"`,
  ...outsideHeaders(policy),
})

/** What others learn: who opened a window, where somebody came from, and what their frames may ask the browser for. */
export function outsideHeaders({
  payments,
  verification,
  signIn,
}: Pick<PagePolicy, 'payments' | 'verification' | 'signIn'>): Record<string, string> {
  const { google, facebook } = signIn
  const opensWindows = payments === 'stripe' || google !== undefined || facebook !== undefined
  return {
    // Signing in with a provider, and a wallet that the browser itself has not, open a window and hear from it; else no window of ours is known to another's.
    'cross-origin-opener-policy': opensWindows ? 'same-origin-allow-popups' : 'same-origin',
    // Stripe's frames ask the browser for Apple Pay and Google Pay.
    ...(payments === 'stripe' && {
      'permissions-policy': permissions('payment=(self "https://js.stripe.com")'),
    }),
    // Google draws its button, and checks people, only where it learns which site asks: it is told the origin and nothing more.
    'referrer-policy': google === undefined && verification !== 'recaptcha' ? 'no-referrer' : 'strict-origin',
  }
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
      'permissions-policy': permissions('payment=(self)'),
      'content-security-policy': bareContentPolicy,
      ...(options.secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    })
  })
}
