import { afterEach, expect, test, vi } from 'vitest'
import { countOf, shares, sharesInWords, wholeEnvironment } from '../../scripts/test/shares.mjs'

afterEach(() => vi.unstubAllEnvs())

test('a large run is done in full when that is asked for, and otherwise its share', () => {
  const [variable, value] = Object.entries(wholeEnvironment)[0]!
  vi.stubEnv(variable, '')
  expect(countOf('guesses at a gift card')).toBe(2500)
  vi.stubEnv(variable, value)
  expect(countOf('guesses at a gift card')).toBe(10_000)
})

test('no share is zero or the whole, and each is printed', () => {
  for (const [name, { whole, share, isDaily }] of Object.entries(shares)) {
    expect(share, name).toBeGreaterThanOrEqual(whole / (isDaily ? 100 : 10))
    expect(share, name).toBeLessThan(whole)
    expect(sharesInWords()).toContain(`of ${whole.toLocaleString('en-US')} ${name}`)
  }
})
