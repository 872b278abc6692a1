import { parseUrl } from '#lib/paint/parse-url.ts'
import { isOwnPath } from '#lib/paint/path-link.tsx'

/** What a merchant's HTML may be made of, for the screen and for the pages that a server makes (reliability H14). */

/** What a merchant's text may be made of. A tag that is not here loses itself and keeps its words; scripts and styles lose their words, too. */
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
/** No `style`, `id`, `name` or `class`: nothing that could reach the page around it. */
export const attributes = ['href', 'src', 'alt', 'width', 'height'] as const

/** True for a path of our own, and for whole addresses of the web, of mail and of telephones. What only looks like one (`//host`, `https:\\host`) is none. */
export function isSafeLink(address: string): boolean {
  if (isOwnPath(address)) return true
  if (/^(mailto:[^\s\\<>"'\p{Cc}]+@[^\s\\<>"'\p{Cc}]+|tel:\+?[\d().-]{3,24})$/iu.test(address)) return true
  if (!/^https?:\/\/[^\s\\\p{Cc}/]+/iu.test(address) || /[\s\\\p{Cc}]/u.test(address)) return false
  const url = parseUrl(address)
  // `https://our-bank@evil.example` reads as something that it is not.
  return url?.username === '' && url.password === ''
}
