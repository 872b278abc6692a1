import DOMPurify from 'dompurify'
import { isOwnPath } from '#lib/paint/path-link.tsx'
import { attributes, isSafeLink, tags } from './merchant-html-rules.ts'
import { phonePattern } from '#lib/paint/whole-phones.tsx'

type SanitiseOptions = {
  /** The page's origin: links to it open in this window. */
  origin: string
  /** The router's base path, without a trailing slash; empty for `/`. */
  base: string
}

/** Marks a link that the router opens. */
export const ownPathAttribute = 'data-path'

/**
 * A merchant's HTML as nodes that are safe to insert (reliability H14): only allowed tags, only links to the web, mail, phone and our own paths, only pictures
 * of our own origin (others become their alternative text). Needs a document.
 */
export function sanitiseHtml(html: string, options: SanitiseOptions): DocumentFragment {
  const made = DOMPurify.sanitize(removeReportedMarkup(html), {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    CUSTOM_ELEMENT_HANDLING: {
      tagNameCheck: null,
      attributeNameCheck: null,
      allowCustomizedBuiltInElements: false,
    },
    RETURN_DOM_FRAGMENT: true,
  }) as DocumentFragment | null
  // A text that contains a frameset has no body, and nothing to show.
  const fragment = made ?? document.createDocumentFragment()
  for (const element of fragment.querySelectorAll('*')) {
    if (element instanceof HTMLAnchorElement) sanitiseLink(element, options)
    else if (element instanceof HTMLImageElement) sanitisePicture(element, options)
    // The list of attributes is the same for all tags, but `href` and `src` do not belong on a paragraph.
    else for (const { name } of Array.from(element.attributes)) element.removeAttribute(name)
  }
  keepPhonesWhole(fragment)
  return fragment
}

/** Keeps phone numbers from breaking across lines, as in the portal's own texts (whole-phones.tsx). */
function keepPhonesWhole(fragment: DocumentFragment): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const parts = text.data.split(phonePattern)
    if (parts.length === 1) continue
    text.replaceWith(
      ...parts.map((part, place) =>
        place % 2 === 1
          ? Object.assign(document.createElement('span'), { className: 'whole', textContent: part })
          : part,
      ),
    )
  }
}

/**
 * Removes what would violate the page's policy while the text is parsed: handlers, inline styles, `style` and `base` elements. This does not make it safe, and
 * what it misses does no harm: DOMPurify comes after it. Without it, every centered paragraph would log a violation in the console.
 */
export function removeReportedMarkup(html: string): string {
  return html
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<style\b[^>]*>[^]*?<\/style\s*>/gi, '')
    .replace(/<\/?(?:style|base)\b[^>]*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/"[^"]*"|'[^']*'|(?<![a-z0-9-])(?:on[a-z]+|style)\s*=/gi, (part) =>
        /^["']/.test(part) ? part : ' data-was=',
      ),
    )
}

function sanitiseLink(link: HTMLAnchorElement, { origin, base }: SanitiseOptions): void {
  const address = link.getAttribute('href')?.trim() ?? ''
  for (const { name } of Array.from(link.attributes)) link.removeAttribute(name)
  if (!isSafeLink(address)) return
  link.rel = 'noopener noreferrer nofollow'
  if (isOwnPath(address)) {
    link.setAttribute('href', base + address)
    link.setAttribute(ownPathAttribute, address)
    return
  }
  link.setAttribute('href', address)
  if (/^http/i.test(address) && new URL(address).origin !== origin) link.target = '_blank'
}

function sanitisePicture(picture: HTMLImageElement, { origin, base }: SanitiseOptions): void {
  const address = picture.getAttribute('src')?.trim() ?? ''
  const alt = picture.getAttribute('alt') ?? ''
  const ownPath = isOwnPath(address)
  const own = ownPath || (isSafeLink(address) && /^http/i.test(address) && new URL(address).origin === origin)
  // The page's policy would block it anyway, and requesting it would tell a third party who is reading this page.
  if (!own) return picture.replaceWith(alt)
  const sizes = ['width', 'height'].map((name) => [name, picture.getAttribute(name) ?? ''] as const)
  for (const { name } of Array.from(picture.attributes)) picture.removeAttribute(name)
  for (const [name, size] of sizes) if (/^\d{1,4}$/.test(size)) picture.setAttribute(name, size)
  picture.setAttribute('alt', alt)
  picture.setAttribute('loading', 'lazy')
  picture.setAttribute('decoding', 'async')
  picture.setAttribute('src', ownPath ? base + address : address)
}
