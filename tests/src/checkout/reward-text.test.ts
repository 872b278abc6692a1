import { expect, it } from 'vitest'
import { rewardText } from '#features/checkout/payment-words.ts'

it.each([
  ['$5.00 off your next order', '$5.00', '$5.00 off your next order'],
  ['$10 off', '$10.00', '$10 off'],
  ['$50 off', '$5.00', '$50 off, $5.00'],
  ['A dessert', '$8.00', 'A dessert, $8.00'],
])('a reward names its amount once: %s, %s', (name, amount_pretty, text) => {
  expect(rewardText({ id: 'r1', name, amount_pretty, end: '12/31/2026' })).toBe(text)
})
