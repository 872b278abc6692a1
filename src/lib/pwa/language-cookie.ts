import { languageCookie } from '#contract/language.ts'

/** The language that a guest has chosen here, or that the first page came in; undefined: neither, so the browser's languages count. */
export const readLanguage = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${languageCookie}=`))
    ?.split('=')[1]

/** Keeps it for so many seconds; without a number, until the browser is closed. */
export function keepLanguage(language: string, seconds?: number): void {
  const age = seconds === undefined ? '' : `; max-age=${seconds}`
  document.cookie = `${languageCookie}=${language}; path=/; samesite=lax${age}`
}

/**
 * Before the worker is asked for: it is to keep pages in the language of this one. A browser need not say of languages to it what it said to the page.
 * English is what is answered without a word.
 */
export function keepPageLanguage(): void {
  const { lang } = document.documentElement
  if (lang !== 'en' && readLanguage() === undefined) keepLanguage(lang)
}
