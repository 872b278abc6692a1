import { afterEach, expect, it } from 'vitest'
import { setTranslation, t } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import { asOfText, balanceText } from '#features/cards/listing.ts'
import { counterWords, setCounterLanguage } from '../../../src/launch/counter-words.ts'
import { card } from '../support/account.ts'

/** The texts of the counter's first view, which is shown before the portal's catalogue is loaded. */

afterEach(() => setTranslation(undefined))

const now = Date.UTC(2026, 10, 29, 17)
const minute = 60_000
const newYork = 'America/New_York'
const ages = [0, 5 * minute, 3 * 60 * minute, 30 * 60 * minute, 9 * 24 * 60 * minute]
const shown = (): string[] => [
  t('Gift card for the counter'),
  ...ages.map((age) => asOfText(now - age, now, newYork, newYork)),
  asOfText(now, now, newYork, 'Asia/Tokyo'),
  asOfText(Date.now() + 60 * minute, now, newYork),
  ...[{}, { card_is_expired: true }, { status: 'frozen' }, { status: 'disabled' }].map((changes) =>
    balanceText(card(changes)),
  ),
]

it('are those of the portal in Spanish, which takes its place', () => {
  setTranslation(es)
  const later = shown()
  setCounterLanguage('es')
  expect(shown()).toEqual(later)
  const { texts } = counterWords['es']!
  expect(Object.keys(texts).map((text) => es.translate(text))).toEqual(Object.values(texts))
})

it('are the restaurant’s own where it has some, and English in any other language', () => {
  setCounterLanguage('es', { es: { 'just now': 'ahorita' } })
  expect(asOfText(now, now, newYork, newYork)).toContain('ahorita')
  setCounterLanguage('fr')
  expect(asOfText(now, now, newYork, newYork)).toBe('as of 12:00pm, just now')
})
