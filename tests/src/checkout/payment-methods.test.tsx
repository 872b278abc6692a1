// @vitest-environment jsdom
import { useState } from 'react'
import { expect, it } from 'vitest'
import { type Method, PaymentMethods } from '#features/checkout/components/payment-methods.tsx'
import { find, pressAt, show } from '../support/screen.tsx'

function Methods() {
  const [method, setMethod] = useState<Method | undefined>('credit_card')
  return <PaymentMethods methods={['credit_card', 'gift_card']} value={method} onChange={setMethod} />
}

const pressed = () => [...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.textContent)
const tapAt = (name: string, at: number) => pressAt(find('button', name), at)

it('a double tap selects what it tapped: the second tap deselects nothing @ST-12', async () => {
  await show(<Methods />)
  await tapAt('GIFT CARD', 1000)
  await tapAt('GIFT CARD', 1180)
  await tapAt('GIFT CARD', 1360)
  expect(pressed()).toEqual(['GIFT CARD'])
  // One tap on each of two buttons is no double tap.
  await tapAt('CREDIT CARD', 2500)
  await tapAt('GIFT CARD', 2600)
  expect(pressed()).toEqual(['GIFT CARD'])
})

it('when the chosen method was deselected, the page says to choose one @ST-12', async () => {
  await show(<Methods />)
  const said = find('[role=status]')
  expect(said.textContent).toBe('')
  await tapAt('CREDIT CARD', 1000)
  expect([pressed(), said.textContent]).toEqual([[], 'Choose how to pay.'])
  await tapAt('CREDIT CARD', 2000)
  expect([pressed(), said.textContent]).toEqual([['CREDIT CARD'], ''])
})
