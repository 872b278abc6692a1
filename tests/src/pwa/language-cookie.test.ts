import { afterEach, expect, it, vi } from 'vitest'
import { keepPageLanguage, readLanguage } from '#lib/pwa/language-cookie.ts'

/** A page in a language, and the cookies written to it. */
function pageIn(lang: string, cookie: string): { written: string[] } {
  const written: string[] = []
  vi.stubGlobal('document', {
    documentElement: { lang },
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      written.push(text)
    },
  })
  return { written }
}

afterEach(() => vi.unstubAllGlobals())

it('a page that is not English stores its language for the worker, until the browser is closed', () => {
  const { written } = pageIn('es', 'a=1')
  keepPageLanguage()
  expect(written).toEqual(['language=es; path=/; samesite=lax'])
})

it.each([
  ['en', ''],
  ['es', 'a=1; language=en'],
])('a page in %s with the cookies “%s” leaves them', (lang, cookie) => {
  const { written } = pageIn(lang, cookie)
  keepPageLanguage()
  expect(written).toEqual([])
  expect(readLanguage()).toBe(cookie === '' ? undefined : 'en')
})
