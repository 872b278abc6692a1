import { languageCookie } from '#contract/language.ts'

/** The language that a guest has chosen here, or that the first page was in; undefined: neither, so the browser's languages count. */
export const readLanguage = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${languageCookie}=`))
    ?.split('=')[1]

/** Stores it for this many seconds; without a number, until the browser is closed. */
export function keepLanguage(language: string, seconds?: number): void {
  const age = seconds === undefined ? '' : `; max-age=${seconds}`
  document.cookie = `${languageCookie}=${language}; path=/; samesite=lax${age}`
}

/**
 * Called before the worker is registered: it must cache pages in the language of this one, and a browser may send it other language headers than it sent for
 * the page. English is the server's default.
 */
export function keepPageLanguage(): void {
  const { lang } = document.documentElement
  if (lang !== 'en' && readLanguage() === undefined) keepLanguage(lang)
}
