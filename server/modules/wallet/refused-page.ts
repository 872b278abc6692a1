import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { t, translateAnswer } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { escapeHtml } from '#contract/page-format.ts'
import { themeCss } from '#contract/theme.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { ProblemError } from '#server/plugins/problems.ts'

/**
 * A pass's address is opened by a browser, so whoever gets no pass reads why on a page, with a way to another link. The page names no card: an address that is
 * over must not lead to a gift that nobody has added yet.
 */

const layout = `
  body{margin:0 auto;max-width:34rem;padding:2rem 1.25rem;font:1rem/1.5 var(--h-text);color:var(--h-ink);background:var(--h-surface)}
  h1{font:var(--h-display-weight) 1.75rem/1.2 var(--h-display);text-transform:var(--h-display-case)}
  a{color:inherit;display:inline-block;padding-block:.75rem}
`

/** Whether the address was opened as a page, and not by a program. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true

type Refused = {
  problem: ProblemError
  language: PageLanguage
  /** Where the card was added from: its owner's own cards, or a gift's link, which only its email or text message has. */
  from: 'own' | 'gift' | 'unknown'
}

/** Sends the page, with the refusal’s own status, in the language of whoever asked for the pass. */
export function sendRefusedPage(reply: FastifyReply, merchant: Merchant, refused: Refused): FastifyReply {
  const style = themeCss(merchant.host) + layout
  const hash = createHash('sha256').update(style).digest('base64')
  const { problem } = refused
  if (problem.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .code(problem.status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
    })
    .send(inLanguage(merchant, refused.language, () => pageOf(merchant, refused, style)))
}

function pageOf({ location }: Merchant, { problem, language, from }: Refused, style: string): string {
  const title = t('The gift card was not added to your wallet')
  const paragraphs = [
    translateAnswer(problem.message),
    ...(from === 'gift' ? [t('Open your gift again from the email or text message that it came in.')] : []),
  ]
  const ways = [
    ...(from === 'gift' ? [] : [`<a href="/mycards">${escapeHtml(t('My gift cards'))}</a>`]),
    `<a href="/">${escapeHtml(location.name)}</a>`,
  ]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${paragraphs.map((words) => `<p>${escapeHtml(words)}</p>`).join('')}${ways.map((way) => `<p>${way}</p>`).join('')}</main></body></html>`
}
