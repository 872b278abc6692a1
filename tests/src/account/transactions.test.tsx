// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import type { Transaction } from '#contract/schemas/user.ts'
import { TransactionList } from '#features/account/components/transaction-list.tsx'
import { AppError } from '#lib/errors/app-error.ts'
import type { Services } from '#lib/query/services.ts'
import { transaction, user } from '../support/account.ts'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

/** My Transactions: payments for gift cards and refunds, and what is shown without any. */

beforeEach(() => {
  setMedia({})
})
afterEach(() => setTranslation(undefined))

const visa = 'Visa ending in 4242'
const gift = transaction({
  description: 'Gift card for Sam Reed',
  pretty_amount: '$25.00',
  payments: [{ payment_amount: '$25.00', display_name: visa }],
  receipt: '/receipt?type=card_order&object_id=order-1',
})
const refund = (parts: NonNullable<Transaction['refunds']>[number]['parts']) => ({
  id: 'r1',
  at: '2026-11-20T23:00:00Z',
  display: '11/20/2026 6:00pm',
  amount: '$25.00',
  parts,
})

type Read = Services['readTransactions']
const reading =
  (transactions: Transaction[]): Read =>
  async () => ({ value: transactions, savedAt: 1 })
const open = async (readTransactions: Read) => {
  const { page } = sitePage(
    { '/account': () => <TransactionList /> },
    { at: '/account', user: user(), services: { readTransactions } },
  )
  await show(page)
}
const rows = () =>
  until(() => {
    const found = [...document.querySelectorAll('li')]
    expect(found).not.toEqual([])
    return found
  })

it('a purchase shows what was bought, when and how it was paid, and links to its receipt @AC-01', async () => {
  await open(reading([gift, transaction({ card_id: 'card-1' })]))
  const [bought, other] = await rows()
  // Shown once it is known that the restaurant has a list of cards.
  await until(() => find('a', /^View card/))
  expect(bought!.textContent).toBe(`Gift card for Sam Reed$25.0011/20/2026 · ${visa}VIEW RECEIPT`)
  const link = find('a', 'View receipt: Gift card for Sam Reed, 11/20/2026')
  expect(link.getAttribute('href')).toBe('/receipt?type=card_order&object_id=order-1')
  expect(other!.textContent).toBe('Card redeemed$5.0011/20/2026VIEW CARD')
  expect(other!.querySelector('a')!.getAttribute('href')).toBe('/mycards/card-1/view')
})

it('a refund below a row says how much goes back, and to what', async () => {
  const parts = [
    { display_name: 'Gift card •••• 1234', tender_type: 'card' as const, amount: '$5.00' },
    { display_name: visa, tender_type: 'credit_card' as const, amount: '$20.00' },
  ]
  await open(reading([transaction({ ticket_order_id: 't1', refunds: [refund(parts)] })]))
  const [row] = await rows()
  expect(row!.querySelector('a')!.getAttribute('href')).toBe('/ticket/t1')
  expect(row!.textContent).toContain(
    `VIEW ORDER$5.00 is back on gift card •••• 1234.$20.00 goes back to ${visa}; allow 5–10 business days.`,
  )
})

it('what a bank has taken of a payment is below its row', async () => {
  await open(reading([{ ...gift, taken_back: '$7.00' }]))
  const [row] = await rows()
  expect(row!.textContent).toContain('VIEW RECEIPTYour bank has taken $7.00 back for you.')
})

it('a Spanish reader finds no English in a purchase and its refund', async () => {
  setTranslation(es)
  const parts = [{ display_name: visa, tender_type: 'credit_card' as const, amount: '$25.00' }]
  const described = ['Gift card by mail', '2 gift cards by mail', '2 gift cards for Sam', 'Gift card sent']
  await open(
    reading([
      { ...gift, refunds: [refund(parts)] },
      ...described.map((description) => transaction({ description })),
    ]),
  )
  const [bought, ...others] = await rows()
  expect(bought!.textContent).toBe(
    'Tarjeta de regalo para Sam Reed$25.0020 nov 2026 · Visa terminada en 4242VER RECIBOTe devolvemos $25.00 a Visa terminada en 4242; tarda entre 5 y 10 días hábiles.',
  )
  expect(find('a').getAttribute('aria-label')).toBe(
    'Ver recibo: Tarjeta de regalo para Sam Reed, 20 nov 2026',
  )
  expect(others.map((row) => row.querySelector('span')!.textContent)).toEqual([
    'Tarjeta de regalo por correo postal',
    '2 tarjetas de regalo por correo postal',
    '2 tarjetas de regalo para Sam',
    'Tarjeta de regalo enviada',
  ])
})

it('five placeholder lines are shown until the list has loaded @AC-05', async () => {
  await open(() => new Promise<never>(() => undefined))
  await until(() => expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(5))
})

it('a member without purchases reads what will be listed', async () => {
  await open(reading([]))
  await until(() => find('p', /the gift cards you buy/))
})

it.each(['offline', 'failed'] as const)(
  'a list that cannot be loaded (%s) can be tried again',
  async (kind) => {
    let fails = true
    await open(async () => {
      if (fails) throw new AppError(kind, 'no answer')
      return { value: [gift], savedAt: 1 }
    })
    const again = await until(() => find('button', /try again/i))
    fails = false
    await press(again)
    expect((await rows())[0]!.textContent).toContain('Gift card for Sam Reed')
  },
)
