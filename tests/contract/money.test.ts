import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { inTranslation, type Translation } from '#contract/language.ts'
import { currencyText } from '#contract/currency-text.ts'
import { centsFromNumber, formatCents, numberFromCents, parseCurrency } from '#contract/money.ts'
import { applyRate } from '#contract/rates.ts'
import { findDollars, findTypedDollars } from '#contract/typed-dollars.ts'

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

describe('currency text', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [5, '$0.05'],
    [123_456, '$1,234.56'],
    [100_000_000, '$1,000,000.00'],
    [-500, '-$5.00'],
    [-1, '-$0.01'],
  ])('%d cents read %s', (value, text) => {
    expect(currencyText(value)).toBe(text)
    expect(parseCurrency(text)).toBe(Math.trunc(value) + 0)
  })

  it('is read back as it was written', () =>
    fc.assert(fc.property(cents, (value) => parseCurrency(currencyText(value)) === value)))

  it.each([
    '',
    '5',
    '$5',
    '$5.0',
    '$1,23.00',
    '$1.000',
    '5.00$',
    '$-5.00',
    '--$5.00',
    '$NaN',
    '$ 5.00',
    '€5.00',
  ])('%j is none', (text) => {
    expect(() => parseCurrency(text)).toThrow(RangeError)
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not whole cents', (value) => {
    expect(() => currencyText(value)).toThrow(RangeError)
  })
})

describe('an amount as people read it', () => {
  const speaking = (locale: string): Translation => ({
    locale,
    translate: () => undefined,
    translateAnswer: (text) => text,
  })
  const read = (value: number, locale: string): string =>
    inTranslation(speaking(locale), () => formatCents(value))

  it('is the wire’s own text in English, and in the Spanish of the United States', () =>
    fc.assert(
      fc.property(cents, (value) => {
        const text = currencyText(value)
        return formatCents(value) === text && read(value, 'en-US') === text && read(value, 'es-US') === text
      }),
    ))

  it.each([
    ['es-ES', 123_456_700, '1.234.567,00\u00a0US$'],
    ['de-DE', -500, '-5,00\u00a0$'],
    ['ja-JP', 0, '$0.00'],
    ['en-US', -0, '$0.00'],
  ])('is as Intl writes dollars in %s', (locale, value, text) => {
    expect(read(value, locale)).toBe(text)
  })

  it('takes one format a language, however many prices there are', () => {
    const made = vi.spyOn(Intl, 'NumberFormat')
    for (let value = 0; value < 100; value++) read(value, 'sv-SE')
    expect(made).toHaveBeenCalledTimes(1)
    made.mockRestore()
  })

  it.each([0.5, Number.NaN, 2 ** 53])('%d is none', (value) => {
    expect(() => formatCents(value)).toThrow(RangeError)
  })
})

describe('dollars', () => {
  it.each([
    ['16', 1600],
    ['16.', 1600],
    ['16.5', 1650],
    ['16.50', 1650],
    ['.5', 50],
    [' 3.00 ', 300],
    ['0', 0],
  ])('%j is %d cents', (text, value) => expect(findDollars(text)).toBe(value))

  it.each(['', '.', '1,5', '-1', '1e3', '0.005', '16.005', 'NaN', '1 000', '12345678'])(
    '%j is no amount',
    (text) => expect(findDollars(text)).toBeUndefined(),
  )

  it.each([
    ['4.50', 450],
    ['$4.50', 450],
    ['$ 4', 400],
    ['5,50', 550],
    ['$5,5', 550],
    [',5', 50],
    ['12,', 1200],
    [' 3,00 ', 300],
  ])('%j, typed by a person, is %d cents', (text, value) => expect(findTypedDollars(text)).toBe(value))

  it.each(['1,000', '1,0,0', '1,000.50', '1.000,50', '5,505', '$', '$$5', '5$', ','])(
    '%j, typed by a person, is no amount',
    (text) => expect(findTypedDollars(text)).toBeUndefined(),
  )

  it.each([0.005, 1.001, Number.NaN, Number.POSITIVE_INFINITY, 1e20])('the number %d is no amount', (value) =>
    expect(() => centsFromNumber(value)).toThrow(RangeError),
  )

  it('travel as numbers without loss', () =>
    fc.assert(fc.property(cents, (value) => centsFromNumber(numberFromCents(value)) === value)))
})

describe('a rate', () => {
  it.each([
    [1000, '0.08875', 89],
    [1600, '0.08875', 142],
    [10, '0.05', 1],
    [9, '0.05', 0],
    [50, '0.01', 1],
    [49, '0.01', 0],
    [-1000, '0.08875', -89],
    [0, '0.08875', 0],
    [1000, '0', 0],
    [1000, '1', 1000],
  ])('on %d cents of %s is %d, half up', (value, rate, expected) =>
    expect(applyRate(value, rate)).toBe(expected),
  )

  it('rounds half up exactly, at any size', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 99_999 }),
        (value, hundredThousandths) => {
          const rate = `0.${String(hundredThousandths).padStart(5, '0')}`
          const exact = BigInt(value) * BigInt(hundredThousandths)
          const expected = Number((exact + 50_000n) / 100_000n)
          return applyRate(value, rate) === expected
        },
      ),
    ))

  it.each(['', '-0.1', '8,875', '1e-2', '0.123456789'])('%j is none', (rate) =>
    expect(() => applyRate(100, rate)).toThrow(RangeError),
  )
})
