import { describe, expect, it } from 'vitest'
import { findOrderSearch } from '#contract/rules/order-search.ts'

describe('the search terms for orders', () => {
  it.each([
    ['B-1042', { number: '1042' }],
    [' b1042 ', { number: '1042' }],
    ['P 1042', { number: '1042' }],
    ['B–1042', { number: '1042' }],
    ['#1042', { number: '1042' }],
    ['Order B-10001', { number: '10001' }],
    ['(212) 555-0142', { phone: '2125550142' }],
    ['212.555.0142', { phone: '2125550142' }],
    ['+1 212 555 0142', { phone: '2125550142' }],
    ['1-212-555-0142 ext. 7', { phone: '2125550142' }],
    ['nora..b@example.test', { email: 'nora..b@example.test' }],
    [' Nora@Example.test ', { email: 'Nora@Example.test' }],
  ])('%j is understood', (typed, found) => expect(findOrderSearch(typed)).toEqual(found))

  it.each(['', 'lasagna', '555-0142', '+65 9123 4567', 'nora@', '12125550142000', 'B-'])(
    '%j is none of them',
    (typed) => expect(findOrderSearch(typed)).toBeUndefined(),
  )
})
