import type { FastifyInstance } from 'fastify'
import type { SignInIds } from '#server/merchants/sign-in-ids.ts'

/** Where browsers report policy violations. */
export const policyReportPath = '/api/policyreports'
const reportGroup = 'pages'

/** What a page may load. Built once per merchant, since it contains the hash of that merchant's inlined style. */
type PagePolicy = {
  styleHashes: readonly string[]
  /** Of the script in a page with a view for new devices (contract/page-format.ts). */
  scriptHashes?: readonly string[]
  payments: 'sandbox' | 'stripe'
  verification: 'embedded' | 'recaptcha'
  /** The merchant's client ids at the sign-in providers. */
  signIn: SignInIds
  /** Cards are read by camera: where the browser has no barcode reader, by WebAssembly, which only this allows. */
  scanner: boolean
  /** Google's map is on the home page, in a frame. */
  maps: boolean
  /** The hosts of the merchant's own pictures, besides the portal's. */
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

/** What each third party's script needs, by its documentation. `typed`: it is documented to work with Trusted Types (docs/decisions/022). */
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
 * Emotion (under Chakra) creates empty style elements and fills them through the CSSOM, which needs no permission; only the empty text does. This is the hash
 * of the empty string, so it allows nothing.
 */
const emptyStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/**
 * Text becomes markup or script only through the portal's own policy (src/launch/script-policy.ts) and the sanitizer's: the browser refuses everything else
 * (reliability H14).
 */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default dompurify']

/**
 * The Content-Security-Policy of a portal page: nothing inline but what is allowed by its hash, nothing from elsewhere except the card provider and the third parties that
 * this merchant has switched on; Trusted Types unless one of those is not known to work with them.
 */
function pageContentPolicy({
  styleHashes,
  scriptHashes = [],
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
    // A frame is a page of its own, which this page's Trusted Types do not affect.
    ...(maps ? [{ typed: true, frame: ['https://www.google.com/maps/embed/'] }] : []),
    ...(log === undefined ? [] : [{ typed: true, connect: [log] }]),
  ]
  const from = (kind: keyof Sources): string =>
    ["'self'", ...allowed.flatMap((sources) => sources[kind] ?? [])].join(' ')
  const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`)
  return [
    "default-src 'none'",
    [
      `script-src ${from('script')}`,
      ...quoted(scriptHashes),
      ...(scanner ? ["'wasm-unsafe-eval'"] : []),
    ].join(' '),
    [`style-src ${from('style')}`, ...quoted([...styleHashes, emptyStyle])].join(' '),
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

/**
 * The policy of the service worker, which its own answer sets and not a page's: it fetches assets, pictures and the API, and imports the code that sends
 * changes (src/sw/load-sending.ts).
 */
export const workerContentPolicy =
  "default-src 'none'; connect-src 'self'; script-src 'self'; require-trusted-types-for 'script'; trusted-types larder-worker"

const permissions = (payment: string): string =>
  `camera=(self), microphone=(), geolocation=(), usb=(), ${payment}`

/** The headers of a page: what it may load, and what others learn about it. */
export const pageHeaders = (policy: PagePolicy): Record<string, string> => ({
  'content-security-policy': pageContentPolicy(policy),
  'reporting-endpoints': `${reportGroup}="${policyReportPath}"`,
  ...outsideHeaders(policy),
})

/** What others learn: which page opened a window, where somebody came from, and what frames may ask of the browser. */
export function outsideHeaders({
  payments,
  verification,
  signIn,
}: Pick<PagePolicy, 'payments' | 'verification' | 'signIn'>): Record<string, string> {
  const { google, facebook } = signIn
  const opensWindows = payments === 'stripe' || google !== undefined || facebook !== undefined
  return {
    // Provider sign-in, and a wallet that the browser lacks, open a window and need its answer; otherwise our windows are isolated from others.
    'cross-origin-opener-policy': opensWindows ? 'same-origin-allow-popups' : 'same-origin',
    // Stripe's frames ask the browser for Apple Pay and Google Pay.
    ...(payments === 'stripe' && {
      'permissions-policy': permissions('payment=(self "https://js.stripe.com")'),
    }),
    // Google's button and verification need to know the requesting site: they get the origin and nothing more.
    'referrer-policy': google === undefined && verification !== 'recaptcha' ? 'no-referrer' : 'strict-origin',
  }
}

/** The policy of everything but pages: it may load nothing and be framed by nobody. */
const bareContentPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every answer. `secure` adds HSTS, for servers that are reached by https only. */
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
