import { isPaymentPath } from '#contract/payment-pages.ts'
import { findScreen } from '#contract/screens.ts'

/** What browsers tell of the pages' policy, read as a stranger's word: only what is one of a few known things is kept, and never an address with what stands in it. */

/** One kind of what was refused: on which page, whether cards are taken there, by which directive, and where it came from or was to go. */
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

/** As many of one body as a page can sensibly send. */
const maxPerRequest = 20

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (fields: Fields, ...names: string[]): string => {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

/**
 * What a body tells: of `application/csp-report` (one), or of `application/reports+json` (several, of which those of a policy count). What is about another
 * host's page, or is no such report, is left out.
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

/** An origin, or a keyword; a browser's own additions are all one. */
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
    return undefined // No address: a keyword, or nonsense.
  }
}
