import { expect, test } from 'vitest'
import { clonePlainData } from '../simulation/clone.ts'

const clone = clonePlainData(structuredClone)
const round: unknown[] = []
round.push(round)

test.each([
  ['a text', 'dish'],
  ['a number', -0],
  ['nothing', undefined],
  ['a row', { id: 1, lines: [{ name: 'Soup', note: undefined }, null], by: { a: true } }],
  ['a date in a row', { at: new Date(5) }],
  ['bytes', { bytes: new Uint8Array([1, 2]) }],
  ['a map', new Map([[1, { a: 1 }]])],
  ['a list with a hole', Object.assign([1], { length: 3 })],
  ['an error', { of: new RangeError('too much') }],
  ['a value that contains itself', round],
])('the simulator’s clone of %s is the platform’s', (_, value) => {
  expect(clone(value)).toStrictEqual(structuredClone(value))
})

test('the simulator’s clone shares nothing with what it was made of', () => {
  const row = { lines: [{ name: 'Soup' }] }
  const copy = clone(row)
  row.lines[0]!.name = 'Salad'
  row.lines.push({ name: 'Cake' })
  expect(copy).toEqual({ lines: [{ name: 'Soup' }] })
})

test('the simulator’s clone refuses what the platform’s refuses', () => {
  expect(() => clone({ run: () => 1 })).toThrow(DOMException)
  expect(() => clone({ sign: Symbol('a') })).toThrow(DOMException)
})
