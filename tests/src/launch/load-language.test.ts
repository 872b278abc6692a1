import { afterEach, describe, expect, it } from 'vitest'
import { locale, setTranslation, t } from '#contract/language.ts'
import { loadLanguage } from '../../../src/launch/load-language.ts'

const pageIn = (lang: string, dir = '') => ({ documentElement: { lang, dir } }) as unknown as Document

describe('the page’s language', () => {
  afterEach(() => setTranslation(undefined))

  it('is that of its markup, with the restaurant’s own words', async () => {
    await loadLanguage(pageIn('es'), '/order', { es: { 'Try again': 'Otra vez' } })
    expect([locale(), t('Try again'), t('Closed')]).toEqual(['es-US', 'Otra vez', 'Cerrado'])
    await loadLanguage(pageIn('en'), '/order')
    expect([locale(), t('Try again')]).toEqual(['en-US', 'Try again'])
  })

  it.each(['/kitchen', '/admin', '/admin/'])(
    'is English on %s: staff screens have no other',
    async (path) => {
      const page = pageIn('ar-XB', 'rtl')
      await loadLanguage(page, path)
      expect([page.documentElement.lang, page.documentElement.dir, t('Try again')]).toEqual([
        'en',
        '',
        'Try again',
      ])
    },
  )
})
