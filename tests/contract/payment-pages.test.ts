import { expect, it } from 'vitest'
import { isPaymentPath } from '#contract/payment-pages.ts'
import { findScreen, screens } from '#contract/screens.ts'

const sample = (pattern: string): string => pattern.replace('$type', 'SendEmail').replaceAll(/\$\w+/g, 'x1')

it('the payment pages are these, and no others', () => {
  const paying = Object.keys(screens).filter((pattern) => isPaymentPath(sample(pattern)))
  expect(paying).toEqual([
    '/ordercheckout',
    '/checkout',
    '/mycards/$type/$cardId',
    '/mycards/send/$type/$cardId',
  ])
})

it.each(['Purchase', 'Reload', 'SendText', 'SendEmail', 'SendPhysical'])(
  'an order of type %s is one',
  (type) => {
    expect(findScreen(`/mycards/${type}/c1`)?.pattern).toBe('/mycards/$type/$cardId')
    expect(isPaymentPath(`/mycards/${type}/c1`)).toBe(true)
  },
)

it('an address is one in large letters or small, as the portal opens it', () => {
  for (const path of ['/OrderCheckout', '/CHECKOUT/', '/mycards/purchase/0', '/MyCards/Send/SendText/0'])
    expect([path, isPaymentPath(path)]).toEqual([path, true])
})
