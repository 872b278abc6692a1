// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { useState } from 'react'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { CardLinks } from '#features/card-orders/components/card-links.tsx'
import { OrderPanel } from '#features/card-orders/components/order-panel.tsx'
import { listSendChoices } from '#features/card-orders/settings.ts'
import { SaveFeedback } from '#features/physical-cards/components/save-feedback.tsx'
import {
  acceptAmount,
  capPrice,
  capQuantity,
  type GiftRow,
  listGiftProblems,
  typedPrice,
} from '#shared/forms/gift-input.ts'
import { GiftRowsEditor } from '#shared/forms/gift-rows.tsx'
import { fill, find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

setMedia({})

describe('the links beside the first step', () => {
  const digital = { enable: true, card_management: { buy_card: true, import_card: true } }
  const physical = { enable: true, check_card_balance: true }
  const all = ['PURCHASE A NEW CARD', 'ADD AN EXISTING CARD', 'CHECK A CARD BALANCE']

  it.each([
    ['all of them', { digital, physical }, all],
    ['no balance check where it is switched off', { digital, physical: { enable: true } }, all.slice(0, 2)],
    [
      'no balance check without cards by post',
      { digital, physical: { ...physical, enable: false } },
      all.slice(0, 2),
    ],
    ['only the balance check', { digital: { ...digital, enable: false }, physical }, all.slice(2)],
  ])('are those that are switched on: %s @EN-11', async (_what, cards, words) => {
    await leavePage()
    const { settings } = siteCopy({ settings: { cards } }).location
    const page = () => (
      <>
        <CardLinks settings={settings} />
        <p>the step</p>
      </>
    )
    await show(sitePage({ '/': page }).page)
    await until(() => expect(find('p', 'the step')).toBeTruthy())
    expect([...document.querySelectorAll('a')].map((one) => one.textContent)).toEqual(words)
  })
})

describe('amounts as they are typed', () => {
  it('accepts decimals with two places, and rejects an amount above 10000 @VA-04 @BC-12', () => {
    const type = (text: string): string =>
      [...text].reduce((before, key) => acceptAmount(before + key, before), '')
    expect([type('42.509'), type('10000'), type('10001'), type('-5'), type('1e3')]).toEqual([
      '42.50',
      '10000',
      '1000',
      '5',
      '13',
    ])
  })

  it('takes a comma for the point, and a sign; three digits after a comma are thousands', () => {
    const type = (text: string): string =>
      [...text].reduce((before, key) => acceptAmount(before + key, before), '')
    expect([type('5,50'), type('$5,509'), type('1,000'), type('9,000.50'), type('12,5.5')]).toEqual([
      '5,50',
      '5509',
      '1000',
      '9000.50',
      '12,55',
    ])
    expect([acceptAmount('$25.00', ''), acceptAmount('1,234.50', ''), capPrice('5,50', '5,5')]).toEqual([
      '25.00',
      '1234.50',
      '5,50',
    ])
    // As pasted, or inserted by a keyboard's suggestion.
    expect([acceptAmount(' 50 ', ''), acceptAmount('$ 1,000.00 ', ''), capPrice('25 ', '')]).toEqual([
      '50',
      '1000.00',
      '25',
    ])
    expect(listGiftProblems({ price: '5,50', quantity: '1' }, 10)).toEqual({})
  })

  it('caps a row’s price and quantity at 10000 @VA-10', () => {
    expect([
      capPrice('99999', '9999'),
      capPrice('12.345', '12.34'),
      capQuantity('20000', '2000'),
      capQuantity('1.5', '1'),
    ]).toEqual(['10000', '12.34', '10000', '1'])
  })

  it('describes what is wrong with a row, by field @VA-05 @VA-06 @VA-09', () => {
    expect(listGiftProblems({ price: '0.99', quantity: '11' }, 10)).toEqual({
      price: 'Please enter a valid price',
      quantity: 'Please enter a valid quantity',
    })
    expect(listGiftProblems({ price: '', quantity: '' }, 10_000)).toEqual({
      price: 'Please enter a valid price',
      quantity: 'Please enter a valid quantity',
    })
    expect(listGiftProblems({ price: '1', quantity: '10' }, 10)).toEqual({})
  })

  it('shows a price from the API as a person types it', () => {
    expect([typedPrice(25), typedPrice(12.5), typedPrice(1234.05)]).toEqual(['25', '12.50', '1234.05'])
  })
})

describe('rows of cards', () => {
  it('each has its price, its quantity and its total, and can be removed @GC-24', async () => {
    function Page() {
      const [rows, setRows] = useState<readonly GiftRow[]>([
        { id: '1', price: '30', quantity: '2' },
        { id: '2', price: '20', quantity: '1' },
      ])
      return <GiftRowsEditor rows={rows} onChange={setRows} maxQuantity={10} name="Gift card" />
    }
    await show(<Page />)
    expect(document.body.textContent).toContain('$60.00')
    await fill(document.querySelectorAll('input')[1]!, '11')
    expect(document.body.textContent).toContain('Please enter a valid quantity: 1 to 10')
    await press(find('button', 'Remove Gift card 1'))
    expect([...document.querySelectorAll('input')].map((input) => input.value)).toEqual(['20', '1'])
  })
})

const order = (changes: Partial<CardOrder> = {}): CardOrder => ({
  id: 'o',
  type: 'SendPhysical',
  status: 'Open',
  step: 0,
  items: [],
  payments: [{ payment_amount: '$48.00', display_name: 'Visa ending in 4242' }],
  totals: {
    subtotal: '$50.00',
    discount: '$5.00',
    shipping_handling: '$3.00',
    total: '$48.00',
    due: '$48.00',
  },
  ...changes,
})
const lines = (): (string | null)[] =>
  [...document.querySelectorAll('dl > div')].map((line) => line.textContent)

describe('the side panel', () => {
  it('hides the discount while the amount is chosen, and shows it as a negative amount afterwards @GC-32 @BC-19', async () => {
    const { again } = await show(<OrderPanel order={order()} step="physical" />)
    expect(lines()).toEqual(['Subtotal$50.00', 'Shipping & Handling$3.00', 'Amount Due$48.00'])
    await again(<OrderPanel order={order({ type: 'Purchase' })} step="amount" />)
    expect(lines()).toEqual(['Subtotal$50.00', 'Amount Due$48.00'])
    await again(<OrderPanel order={order()} step="preview" />)
    expect(lines()).toEqual([
      'Subtotal$50.00',
      'Discount-$5.00',
      'Shipping & Handling$3.00',
      'Amount Due$48.00',
    ])
  })

  it('shows the total and the payment, too, on review @GC-32', async () => {
    const { again } = await show(<OrderPanel order={order()} step="review" />)
    const paid = ['Total Amount$48.00', 'Paid with Visa ending in 4242$48.00']
    expect(lines().slice(-3)).toEqual([...paid, 'Amount Due$48.00'])
    const totals = { ...order().totals, due: '$0.00' }
    await again(<OrderPanel order={order({ totals })} step="review" />)
    expect(lines().slice(-2)).toEqual(paid)
  })
})

describe('the ways to send a card', () => {
  const settings = (labels: Record<string, string>, mail = false) => ({
    consumer_application_settings: labels,
    cards: {
      digital: { enable: true, send_card_by_text: true, send_card_by_email: mail },
      physical: { enable: true, send_card_by_mail: true },
    },
  })

  it('are those that are switched on, with the location’s labels or the usual ones @GC-12 @GC-13 @EN-10', () => {
    expect(listSendChoices(settings({}))).toEqual([
      { type: 'SendText', label: 'SEND CARD VIA TEXT' },
      { type: 'SendPhysical', label: 'SEND CARD VIA POST' },
    ])
    const labels = {
      send_card_by_text_label: 'TEXT A TREAT',
      send_card_by_email_label: 'EMAIL A TREAT',
      send_card_by_mail_label: 'POST A TREAT',
    }
    expect(listSendChoices(settings(labels, true)).map(({ label }) => label)).toEqual([
      'TEXT A TREAT',
      'EMAIL A TREAT',
      'POST A TREAT',
    ])
  })
})

describe('the message after a save', () => {
  it('in each of its four states @ST-25 @ER-13 @ER-12', async () => {
    const { again } = await show(<SaveFeedback feedback={{ state: 'idle' }} />)
    expect(document.body.textContent).toBe('')
    await again(<SaveFeedback feedback={{ state: 'saving' }} />)
    expect(document.body.textContent).toBe('Just one secondWe are doing it.')
    await again(<SaveFeedback feedback={{ state: 'error', messages: ['One', 'Two'] }} />)
    expect(find('[role=alert]').textContent).toBe('Validation FailedOneTwo')
    await again(<SaveFeedback feedback={{ state: 'done', message: 'Successfully saved' }} />)
    expect(find('[role=status]').textContent).toBe('DoneSuccessfully saved')
  })
})
