// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { KitchenNet, kitchenPage } from '../support/kitchen.tsx'
import { order, refund, refundable } from '../support/refundable-order.ts'
import { choose, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
})

const open = async (net: KitchenNet): Promise<void> => {
  await show(kitchenPage(net))
  await press(await until(() => find('button[aria-label="Refund B-1001"]')))
}

describe('a refund by the kitchen of a disputed payment', () => {
  it.each([
    {
      what: 'is open',
      dispute: 'open' as const,
      said: 'The guest’s bank disputes the payment of this order. Nothing can be refunded to that card until the bank decides.',
      goes: '$10.00 goes back on gift card •••• 1234 right away. $32.74 paid with Visa ending in 4242 is waiting on the guest’s bank, which decides where it goes.',
    },
    {
      what: 'was lost',
      dispute: 'lost' as const,
      lost: 3274,
      said: 'The guest’s bank has reversed the payment of this order. Nothing more can be refunded to that card.',
      goes: '$10.00 goes back on gift card •••• 1234 right away. The guest’s bank has taken $32.74 paid with Visa ending in 4242.',
    },
    {
      what: 'was lost for a part',
      dispute: 'lost' as const,
      taken: 700,
      lost: 700,
      said: 'The guest’s bank has taken $7.00 of the payment of this order. Parts can’t be refunded to that card: what’s left goes back when the order is canceled, or in Stripe.',
      goes: '$10.00 goes back on gift card •••• 1234 right away. $25.74 goes back to Visa ending in 4242; allow 5–10 business days. The guest’s bank has taken $7.00 paid with Visa ending in 4242.',
    },
  ])(
    'says of a payment whose dispute $what what a cancellation gives back where, and what the bank has',
    async ({ dispute, taken, lost, said, goes }) => {
      const net = new KitchenNet()
      const [gift, visa] = refundable().tenders
      const disputed = { ...visa!, dispute, ...(lost && { lost_cents: lost }) }
      const tenders = [disputed, gift!]
      net.orders = [
        order({ dispute, ...(taken && { taken_cents: taken }), refundable: refundable({ tenders }) }),
      ]
      await show(kitchenPage(net))
      await until(() => expect(document.body.textContent).toContain(said))
      await press(find('button', /^Cancel /))
      expect(find('dialog').textContent).toContain(
        `${goes} The guest’s order page shows that it was canceled.`,
      )
    },
  )

  it('says of an order that was canceled what a bank has taken of it, and not what could be done', async () => {
    const net = new KitchenNet()
    net.orders = [order({ status: 'Cancelled', dispute: 'lost', taken_cents: 700, refundable: undefined })]
    await show(kitchenPage(net))
    const said = 'The guest’s bank has taken $7.00 of the payment of this order.'
    await until(() => expect(find('strong', said)).toBeTruthy())
  })

  it.each(['open', 'lost'] as const)(
    'is not offered where all that is left was paid with a card whose dispute is %s',
    async (dispute) => {
      const net = new KitchenNet()
      const [gift, visa] = refundable().tenders
      const tenders = [
        { ...gift!, order_cents: 0, tip_cents: 0 },
        { ...visa!, dispute },
      ]
      net.orders = [order({ dispute, refundable: refundable({ tenders }) })]
      await show(kitchenPage(net))
      await until(() => expect(find('button', /^Cancel /)).toBeTruthy())
      expect(document.body.textContent).toContain('The guest’s bank')
      expect(document.body.textContent).not.toContain('Refund')
    },
  )

  it.each(['open', 'lost'] as const)(
    'promises nothing of a payment whose dispute is %s, and sends nothing',
    async (dispute) => {
      const net = new KitchenNet()
      const [gift, visa] = refundable().tenders
      net.orders = [
        order({
          dispute,
          refundable: refundable({
            tenders: [
              { ...gift!, order_cents: 400 },
              { ...visa!, dispute },
            ],
          }),
        }),
      ]
      await open(net)
      await press(find('dialog button', 'Everything that is left'))
      const result = find('dialog [role=status]')
      expect(result.textContent).toContain('The guest’s bank')
      expect(result.textContent).not.toContain('goes back')
      const send = find('dialog button', /^REFUND /)
      expect(send.getAttribute('aria-disabled')).toBe('true')
      await choose(find('dialog select[name=reason]'), 'missing')
      await press(send)
      expect(net.calls.filter(({ method }) => method !== 'GET')).toEqual([])
    },
  )

  it('does not call refunded what a bank has taken', async () => {
    const net = new KitchenNet()
    const part = { display_name: 'Visa ending in 4242', tender_type: 'credit_card' as const }
    const cancelled = { ...refund, id: 'r2', reason: 'cancelled', items: [], amount: '$60.37' }
    net.orders = [
      order({
        status: 'Cancelled',
        cancelled_by: 'staff',
        dispute: 'lost',
        refunds: [
          { ...refund, parts: [{ ...part, amount: '$17.42' }] },
          { ...cancelled, parts: [{ ...part, amount: '$60.37', dispute: 'lost' }] },
        ],
      }),
    ]
    await show(kitchenPage(net))
    await until(() => expect(document.body.textContent).toContain('$60.37 taken back by the guest’s bank.'))
    expect(document.body.textContent).toContain('$17.42 refunded, 11/20/2026 6:05pm')
    expect(document.body.textContent).not.toContain('$60.37 refunded')
  })

  it.each([
    ['kitchen', false],
    ['manager', true],
  ] as const)('tells a %s no more than is theirs to do', async (role, isTheirs) => {
    const net = new KitchenNet()
    const part = {
      display_name: 'Visa ending in 4242',
      tender_type: 'credit_card' as const,
      amount: '$17.42',
    }
    const failed = { ...refund, parts: [{ ...part, failed_at: '2026-11-21T23:05:00Z' }] }
    net.orders = [order({ dispute: 'open', refunds: [failed] })]
    await show(kitchenPage(net, role))
    await until(() =>
      expect(document.body.textContent).toContain('The guest’s bank disputes the payment of this order.'),
    )
    const told = document.body.textContent
    expect(told.includes('Respond in Stripe')).toBe(isTheirs)
    expect(told.includes('see Failed refunds in /admin')).toBe(isTheirs)
    expect(told.includes('The guest’s bank returned it. Please tell a manager.')).toBe(!isTheirs)
  })
})
