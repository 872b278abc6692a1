import sanitize from 'sanitize-html'
import { attributes, isSafeLink, tags } from '#lib/ui/merchant-html-rules.ts'
import { servedHtmlAttribute } from '#lib/ui/merchant-html.tsx'
import { ownPathAttribute } from '#lib/ui/sanitise-html.ts'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { phonePattern } from '#lib/paint/whole-phones.tsx'

/** The screen's list is the same for all tags, but `href` belongs to links. */
const pictureAttributes = attributes.filter((name) => name !== 'href')
const everyPhone = new RegExp(phonePattern, 'g')

/**
 * A merchant's HTML where the server makes pages, without a document to sanitize it in: by the same rules as on the screen (lib/ui/sanitise-html.ts), which the
 * portal compares it with. Pictures from other origins are left out.
 */
export const serveHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...tags],
    allowedAttributes: {
      a: ['href', 'rel', 'target', ownPathAttribute],
      img: [...pictureAttributes, 'loading', 'decoding'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => ({ tagName, attribs: linkOf(href.trim()) }),
      img: (tagName, { src = '', alt = '', ...rest }) => ({
        tagName,
        attribs: { ...sizesOf(rest), alt, src: src.trim(), loading: 'lazy', decoding: 'async' },
      }),
    },
    // As on the screen: otherwise lines would break differently when that replaces it.
    textFilter: (text) => text.replaceAll(everyPhone, '<span class="whole">$1</span>'),
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPath(attribs['src'] ?? ''),
  })

function linkOf(href: string): Record<string, string> {
  if (!isSafeLink(href)) return {}
  const link = { href, rel: 'noopener noreferrer nofollow' }
  if (isOwnPath(href)) return { ...link, [ownPathAttribute]: href }
  return /^http/i.test(href) ? { ...link, target: '_blank' } : link
}

const sizesOf = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    ['width', 'height'].flatMap((name) => {
      const size = attributes[name] ?? ''
      return /^\d{1,4}$/.test(size) ? [[name, size]] : []
    }),
  )

const place = new RegExp(`(<div[^>]*) ${servedHtmlAttribute}="([^"]*)"([^>]*)></div>`, 'g')

/** Fills a merchant's HTML, sanitized, into its places. */
export const fillMerchantHtml = (markup: string): string =>
  markup.replaceAll(
    place,
    (_, before: string, html: string, after: string) =>
      `${before}${after}>${serveHtml(unescape(html))}</div>`,
  )

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The text of an attribute as React writes it. */
const unescape = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name]!)
