import { isPaymentPath } from '#contract/payment-pages.ts'
import { findScreen } from '#contract/screens.ts'

/** Browsers' reports of violations of the content security policy, which anybody can forge: only known values are kept, and never a full URL. */

/** A kind of refused request: on which page, whether it takes cards, by which directive, and the origin that it came from or went to. */
export type Refused = { screen: string; takesCards: boolean; directive: string; source: string }

const directives = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'worker-src',
  'media-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
  'default-src',
])

const keywords = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'about',
  'trusted-types-policy',
  'trusted-types-sink',
])

/** As many as one page can sensibly send in a body. */
const maxPerRequest = 20

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (fields: Fields, ...names: string[]): string => {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

/**
 * The reports in a body: of `application/csp-report` (one), or of `application/reports+json` (several, of which only those of a policy count). Those about
 * another host's page, and anything else, are left out.
 */
export function readReports(body: unknown, host: string): Refused[] {
  const bodies = Array.isArray(body)
    ? body.flatMap((one: unknown) =>
        isObject(one) && one['type'] === 'csp-violation' && isObject(one['body']) ? [one['body']] : [],
      )
    : isObject(body) && isObject(body['csp-report'])
      ? [body['csp-report']]
      : []
  return bodies.slice(0, maxPerRequest).flatMap((fields) => {
    const page = urlOf(textOf(fields, 'documentURL', 'document-uri'))
    const directive = textOf(fields, 'effectiveDirective', 'effective-directive', 'violated-directive')
      .split(' ')[0]!
      .toLowerCase()
    if (page?.hostname !== host || !directives.has(directive)) return []
    const source = sourceOf(textOf(fields, 'blockedURL', 'blocked-uri'))
    const screen = findScreen(page.pathname)?.pattern ?? 'other'
    return [{ screen, takesCards: isPaymentPath(page.pathname), directive, source }]
  })
}

/** An origin, or a keyword; all browser extensions are one value. */
function sourceOf(blocked: string): string {
  if (blocked === '') return 'inline'
  if (keywords.has(blocked)) return blocked
  const url = urlOf(blocked)
  if (!url) return 'other'
  if (/^(https?|wss?):$/.test(url.protocol)) return url.origin.slice(0, 100)
  return /extension/.test(url.protocol) ? 'extension' : 'other'
}

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined // Not a URL: a keyword, or nonsense.
  }
}
