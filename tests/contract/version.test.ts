import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNewerVersion } from '#contract/rules/version.ts'

const version = (): fc.Arbitrary<number[]> => fc.array(fc.nat(2000), { minLength: 1, maxLength: 4 })
const textOf = (parts: number[]): string => parts.join('.')

describe('a newer version @ST-42', () => {
  it.each([
    ['0.1.415', '0.1.414'],
    ['0.1.1000', '0.1.414'],
    ['0.2', '0.1.414'],
    ['1.0.0', '0.99.99'],
    ['0.1.414.1', '0.1.414'],
    ['0.1.0414', '0.1.413'],
  ])('%s is newer than %s', (served, built) => {
    expect(isNewerVersion(served, built)).toBe(true)
    expect(isNewerVersion(built, served)).toBe(false)
  })

  it.each([
    ['0.1.414', '0.1.414'],
    ['0.2', '0.2.0'],
    ['0.1.0414', '0.1.414'],
    ['0.1.99', '0.1.414'],
    ['', '0.1.414'],
    ['latest', '0.1.414'],
    ['9.9.x', '0.1.414'],
    ['9..9', '0.1.414'],
    ['v9.9', '0.1.414'],
    ['9.9-beta', '0.1.414'],
    ['-9.9', '0.1.414'],
    ['9.9.9 ', '0.1.414'],
    ['9'.repeat(40), '0.1.414'],
    ['9.9.9', 'unknown'],
  ])('%j is not newer than %s', (served, built) => {
    expect(isNewerVersion(served, built)).toBe(false)
  })

  it('is one of two different versions, and the same however zeros are written', () => {
    fc.assert(
      fc.property(version(), version(), (one, other) => {
        const both = [isNewerVersion(textOf(one), textOf(other)), isNewerVersion(textOf(other), textOf(one))]
        const padded = (parts: number[]): string => textOf([...parts, 0, 0, 0, 0].slice(0, 4))
        expect(both.filter(Boolean)).toHaveLength(padded(one) === padded(other) ? 0 : 1)
        expect(isNewerVersion(padded(one), textOf(other))).toBe(both[0])
      }),
    )
  })

  it('of three in a row, the last is newer than the first', () => {
    fc.assert(
      fc.property(version(), version(), version(), (...three) => {
        const [low, middle, high] = three.map(textOf).toSorted((a, b) => (isNewerVersion(a, b) ? 1 : -1))
        const climbs = isNewerVersion(high!, middle!) || isNewerVersion(middle!, low!)
        expect(isNewerVersion(high!, low!)).toBe(climbs)
      }),
    )
  })
})
