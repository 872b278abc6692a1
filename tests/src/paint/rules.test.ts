import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barRule, splitOverflow } from '#lib/paint/overflow.ts'
import { isOwnPath } from '#lib/paint/path-link.tsx'

const names = (...lengths: number[]) =>
  lengths.map((length, at) => ({ name: String.fromCharCode(97 + at).repeat(length) }))
const cut = (lengths: number[], rule: (typeof barRule)[keyof typeof barRule]): [number, number] => {
  const { shown, more } = splitOverflow(names(...lengths), rule)
  return [shown.length, more.length]
}
const times = (count: number, length: number): number[] => Array.from({ length: count }, () => length)

describe('names that do not fit a bar @MO-02 @BC-16', () => {
  it.each([
    ['none', [], [0, 0]],
    ['115 characters', [100, 15], [2, 0]],
    ['116 characters', [100, 16], [1, 1]],
    ['many short ones stay within the width', times(20, 5), [20, 0]],
    ['the index cuts where the width would not yet', times(12, 10), [9, 3]],
    ['the width cuts before the index', times(12, 30), [3, 9]],
    ['one that is wider than the bar is shown all the same', [200, 5], [1, 1]],
  ])('cards of menus and categories: %s', (_name, lengths, expected) => {
    expect(cut(lengths, barRule.browse)).toEqual(expected)
  })

  it.each([
    ['85 characters', [40, 45], [2, 0]],
    ['86 characters', [40, 46], [1, 1]],
    ['the index cuts at 7', times(10, 9), [7, 3]],
    ['the width cuts before', times(10, 20), [4, 6]],
  ])('ordering: %s', (_name, lengths, expected) => {
    expect(cut(lengths, barRule.order)).toEqual(expected)
  })

  it('where many menus stand on one page, the first ten, however wide', () => {
    expect(cut(times(10, 60), barRule.onePage)).toEqual([10, 0])
    expect(cut(times(14, 2), barRule.onePage)).toEqual([10, 4])
  })

  it('every name is somewhere, in order, and the first is always in the bar', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 26 }),
        fc.constantFrom(barRule.browse, barRule.order),
        (lengths, rule) => {
          const entries = names(...lengths)
          const { shown, more } = splitOverflow(entries, rule)
          expect([...shown, ...more]).toEqual(entries)
          expect(shown.length).toBeGreaterThan(0)
          const width = shown.reduce((sum, one) => sum + one.name.length, 0)
          expect(shown.length === 1 || width <= rule.characters).toBe(true)
          expect(more.length === 0 || shown.length <= rule.cutIndex).toBe(true)
        },
      ),
    )
  })
})

describe('a path that a merchant’s settings name (X2, X3)', () => {
  it.each([
    '/',
    '/menus',
    '/order/dinner/category/pizza',
    '/receipt?type=card&object_id=1',
    '/menus#top',
    '/login',
    '/caf%C3%A9',
    '/a//b',
  ])('%s is our own', (path) => {
    expect(isOwnPath(path)).toBe(true)
  })

  it.each([
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    'https:evil.example',
    'https://evil.example',
    'https:\\\\evil',
    'javascript:alert(1)',
    'data:text/html,x',
    'JaVaScRiPt:alert(1)',
    ' /menus',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    'menus',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%5C%5Cevil.example',
    '///evil.example',
    '/menus\\..\\evil',
    '/\u0000',
  ])('%j is not', (path) => {
    expect(isOwnPath(path)).toBe(false)
  })

  it('what is our own never leads to another origin', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      'evil.example',
      ':',
      '@',
      '?',
      '#',
      '..',
      '.',
      '\t',
      'https:',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = pieces.join('')
        expect(
          !isOwnPath(path) || new URL(path, 'https://tavola.example').origin === 'https://tavola.example',
        ).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
