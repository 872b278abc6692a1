import sanitize from 'sanitize-html'
import { attributes, isSafeLink, tags } from '#lib/ui/merchant-html-rules.ts'
import { servedHtmlAttribute } from '#lib/ui/merchant-html.tsx'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { phonePattern } from '#lib/paint/whole-phones.tsx'

/** The screen's list is the same for all tags, but `href` belongs to links. */
const pictureAttributes = attributes.filter((name) => name !== 'href')
const everyPhone = new RegExp(phonePattern, 'g')

/**
 * A merchant's HTML where the server makes pages, without a document to sanitize it in: by the same rules as on the screen (lib/ui/sanitise-html.ts). Only for
 * views, which the portal replaces with its own rendering. Pictures from other origins are left out, and links open like any other.
 */
export const serveHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...tags],
    allowedAttributes: { a: ['href', 'rel'], img: [...pictureAttributes, 'loading', 'decoding'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: isSafeLink(href.trim()) ? { href: href.trim(), rel: 'noopener noreferrer nofollow' } : {},
      }),
      img: (tagName, { src = '', ...rest }) => ({
        tagName,
        attribs: { ...rest, src: src.trim(), loading: 'lazy', decoding: 'async' },
      }),
    },
    // As on the screen: otherwise lines would break differently when that replaces it.
    textFilter: (text) => text.replaceAll(everyPhone, '<span class="whole">$1</span>'),
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPath(attribs['src'] ?? ''),
  })

const place = new RegExp(`(<div[^>]*) ${servedHtmlAttribute}="([^"]*)"([^>]*)></div>`, 'g')

/** Fills a merchant's HTML into its places: sanitized in a view; empty in markup that is hydrated, where the portal inserts it. */
export const fillMerchantHtml = (markup: string, serve: (html: string) => string): string =>
  markup.replaceAll(
    place,
    (_, before: string, html: string, after: string) => `${before}${after}>${serve(unescape(html))}</div>`,
  )

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The text of an attribute as React writes it. */
const unescape = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name]!)
