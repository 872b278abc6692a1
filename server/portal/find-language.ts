import { languageCookie, languages } from '#contract/language.ts'
import { type PageLanguage, pageLanguages } from '#contract/languages/all.ts'

type Headers = { cookie?: string | undefined; 'accept-language'?: string | undefined }

/** The language of a page (docs/decisions/055): the guest's choice, else the first of the browser's languages that is supported, else English. */
export function findLanguage(headers: Headers): PageLanguage {
  const chosen = findCookie(headers.cookie ?? '', languageCookie)
  const known = pageLanguages.find((one) => one === chosen)
  if (known) return known
  for (const accepted of listAccepted(headers['accept-language'] ?? '')) {
    const found = languages.find((one) => one === accepted.split('-')[0]!.toLowerCase())
    if (found) return found
  }
  return 'en'
}

/** The languages of an Accept-Language header, best first; `q=0` means refused. */
const listAccepted = (header: string): string[] =>
  header
    .split(',')
    .map((part) => {
      const [language = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean)
      return { language, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ language, weight }) => language !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language)

const findCookie = (cookies: string, name: string): string | undefined =>
  cookies
    .split(';')
    .map((one) => one.trim().split('='))
    .find(([key]) => key === name)?.[1]
