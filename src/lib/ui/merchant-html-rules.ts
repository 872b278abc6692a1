import { parseUrl } from '#lib/paint/parse-url.ts'
import { isOwnPath } from '#lib/paint/path-link.tsx'

/** What is allowed in a merchant's HTML, on the screen and in pages that the server makes (reliability H14). */

/** The allowed tags. Other tags are removed and their text is kept; scripts and styles are removed with their content. */
export const tags = [
  'p',
  'br',
  'b',
  'i',
  'em',
  'strong',
  'ul',
  'ol',
  'li',
  'a',
  'h2',
  'h3',
  'h4',
  'img',
] as const
/** No `style`, `id`, `name` or `class`: nothing that could affect the page around it. */
export const attributes = ['href', 'src', 'alt', 'width', 'height'] as const

/** True for a path of our own, and for complete web, mail and phone addresses. Those that only look complete (`//host`, `https:\\host`) are refused. */
export function isSafeLink(address: string): boolean {
  if (isOwnPath(address)) return true
  if (/^(mailto:[^\s\\<>"'\p{Cc}]+@[^\s\\<>"'\p{Cc}]+|tel:\+?[\d().-]{3,24})$/iu.test(address)) return true
  if (!/^https?:\/\/[^\s\\\p{Cc}/]+/iu.test(address) || /[\s\\\p{Cc}]/u.test(address)) return false
  const url = parseUrl(address)
  // `https://our-bank@evil.example` looks like another address than it is.
  return url?.username === '' && url.password === ''
}
