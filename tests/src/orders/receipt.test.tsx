// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { setTranslation } from '#contract/language.ts'
import { es } from '#contract/languages/es.ts'
import type { Receipt } from '#contract/schemas/receipt.ts'
import { takePreviousPath } from '#lib/query/session-marks.ts'
import { find, leavePage, press, setMedia, show, until } from '../support/screen.tsx'
import {
  fullReceipt,
  OrdersNet,
  type OrdersOptions,
  ordersPage,
  placedOrder,
  said,
} from '../support/orders.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom neither scrolls nor draws.
  document.body.replaceChildren()
})

const open = async (net: OrdersNet, at: string, options: OrdersOptions = {}) => {
  // Awaits other work while the page continues rendering.
  const made = await act(async () => await ordersPage(net, at, options))
  await show(made.page)
  return made
}
const text = () => document.body.textContent
const says = (part: string | RegExp) => until(() => expect(text()).toMatch(part))
const textOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)

describe('a receipt', () => {
  const at = '/receipt?type=ticket_order&object_id=ticket-1'
  const netWith = (changes: Parameters<typeof fullReceipt>[0] = {}) => {
    const net = new OrdersNet(placedOrder())
    net.receipt = fullReceipt(changes)
    return net
  }

  it('shows every field that it has @EN-36 @MO-17 @RT-11 @AL-05', async () => {
    const net = netWith()
    await open(net, at)
    await says('Tavola')
    expect(net.callsOf('/receipt').map(({ path }) => path)).toEqual([at])
    const { items, payments, location_image_url, check_link, location_promotion_text, ...rest } =
      fullReceipt()
    for (const field of Object.values(rest)) expect(text()).toContain(field)
    for (const item of items) expect(text()).toContain(item.name)
    for (const payment of payments)
      expect(text()).toContain(`${payment.payment_type}${payment.payment_amount}`)
    expect(find<HTMLImageElement>('article img').src).toContain(location_image_url)
    expect(find('a', 'View the order').getAttribute('href')).toBe(check_link)
    expect(text()).toContain(location_promotion_text.replace(/<.*?>/g, ''))
    expect(find('button', 'PRINT')).toBeTruthy()
  })

  it('of gift cards is shared by its own address, also where it was opened by its order’s', async () => {
    const shared: ShareData[] = []
    Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
    const own = 'https://tavola.example/receipt?type=card_order&object_id=paper-1'
    await open(netWith({ check_link: own }), '/receipt?type=card_order&object_id=order-1')
    await says('Tavola')
    await act(async () => find('button', 'SHARE').click())
    expect(shared.map(({ url }) => url)).toEqual([own])
  })

  it('names dishes whose contents are unknown, and not those that are free', async () => {
    const dish = { type: 'item', quantity: 1, price: '$9.00' } as const
    await open(
      netWith({
        items: [
          { ...dish, name: 'Special', allergens: { contains: [], free_from: [] } },
          { type: 'modifier', name: 'Large', quantity: 1, price: '$0.00' },
          { ...dish, name: 'Olives', allergens: { contains: [], free_from: 'others' } },
          { ...dish, name: 'Soup' },
        ],
      }),
      at,
    )
    await says('Special')
    expect(
      [...find('ul', 'Items').querySelectorAll('li > span:first-child')].map((one) => one.textContent),
    ).toEqual(['1 × SpecialAllergens not known', 'Large', '1 × Olives', '1 × Soup'])
  })

  it('lists dishes by quantity and price, with the choices of each below it @EN-36', async () => {
    await open(
      netWith({
        items: [
          { type: 'item', name: 'Margherita', quantity: 2, price: '$32.00' },
          { type: 'modifier', name: '12 inch', quantity: 1, price: '$0.00' },
        ],
      }),
      at,
    )
    await says('Tavola')
    expect(textOf('ul[aria-label=Items] li')).toEqual(['2 × Margherita$32.00', '12 inch'])
  })

  it('hides amounts of zero @EN-36', async () => {
    await open(netWith({ discounts: '$0.00', tips: '$0.00', shipping_handling: '', server_name: '' }), at)
    await says('Tavola')
    for (const name of ['Discount', 'Tip', 'Shipping', 'Served by', '$0.00'])
      expect(text()).not.toContain(name)
  })

  it('of a delivered meal says Delivery, for when it was and where to; one of cards by post is shipped', async () => {
    const net = netWith({
      check_name: 'Delivery',
      ready_at: '11/20/2026 7:15pm',
      recipient_address: '12 Harbor Lane, New York, NY 10011',
    })
    await open(net, at)
    await says('Tavola')
    // The same rows as in checkout, on the order's page, and in the email.
    expect(textOf('dl[aria-label=Totals] dt')).toEqual([
      'Subtotal',
      'Discount',
      'Delivery charge',
      'Tax',
      'Tip',
      'Total',
    ])
    expect(text()).not.toContain('Shipping')
    expect(text()).toMatch(/When11\/20\/2026 7:15pm/)
    expect(text()).toContain('Where to12 Harbor Lane, New York, NY 10011')
    expect(textOf('dt')).toContain('Where to')
  })

  it('shows nobody’s name when there is none', async () => {
    await open(netWith({ server_name: 'Online order' }), at)
    await says('Tavola')
    expect(text()).not.toMatch(/Served by|Online order/)
  })

  it('calls no refund what a bank took, or has still to decide', async () => {
    const part = {
      refund_date: '11/21/2026 1:00pm',
      refund_type: 'Visa ending in 4242',
      tender_type: 'credit_card',
      refund_amount: '$4.00',
    } as const
    await open(netWith({ refunds: [{ ...part, dispute: 'lost' }] }), at)
    await says('Taken back by your bank-$4.00')
    await leavePage()
    await open(netWith({ refunds: [{ ...part, dispute: 'open' }] }), at)
    await says('With your bank, which decides where it goes-$4.00')
    expect(text()).not.toContain('Back to Visa')
  })

  it('is in the language of the person who prints it, and keeps the restaurant’s own words', async () => {
    const own = { name: 'Gift card reload', type: 'item', quantity: 1, price: '$16.00' }
    const spoken: Partial<Receipt> = {
      message: 'Thank you for ordering from Tavola!',
      server_name: 'Online order',
      check_name: 'Curbside pickup',
      support_footer: 'Questions about this order? Please call us at (212) 555-0100.',
      payments: [{ payment_type: 'Visa ending in 4242', payment_amount: '$22.32' }],
      refunds: [
        {
          refund_date: '11/21/2026 1:00pm',
          refund_type: 'Visa ending in 4242',
          tender_type: 'credit_card',
          refund_amount: '$4.00',
        },
      ],
      items: [own],
      location_promotion_text: 'Pizza on Mondays',
    }
    setTranslation(es)
    try {
      await open(netWith(spoken), at)
      await says('¡Gracias por tu pedido en Tavola!')
      for (const [said, is] of [
        ['PedidoRecogida en la acera', true],
        ['¿Preguntas sobre este pedido? Llámanos al (212) 555-0100.', true],
        ['Visa terminada en 4242$22.32', true],
        ['Devuelto a Visa terminada en 4242, 21 nov 2026, 1:00pm; tarda entre 5 y 10 días hábiles', true],
        ['Fecha20 nov 2026, 6:00pm', true],
        ['1 × Gift card reload', true],
        ['Pizza on Mondays', true],
        ['Te atendió', false],
      ] as const)
        expect([said, text()?.includes(said)]).toEqual([said, is])
      await leavePage()
      await open(netWith({ ...spoken, check_name: 'Gift cards' }), at)
      await says('1 × Recarga de tarjeta de regalo')
      expect(text()).toContain('PedidoTarjetas de regalo')
    } finally {
      setTranslation(undefined)
    }
  })

  it('opens without a signal once it was seen, and says so when it was not @MO-17', async () => {
    const net = netWith()
    const { name } = await open(net, at)
    await says('Tavola')
    await leavePage()
    net.trouble = () => 'offline'
    await open(net, at, { name })
    await says('Tavola')
    await leavePage()
    await open(net, at)
    await says('This receipt isn’t saved on this device yet')
  })

  it('says when there is no receipt, and when the link is wrong @RT-11', async () => {
    const net = netWith()
    net.trouble = () => said(404, 'We could not find this receipt.', 'not_found')
    await open(net, at)
    await says('We could not find this receipt.')
    await until(() => expect(find('a', 'Return Home').getAttribute('href')).toBe('/'))
    await leavePage()
    await open(netWith(), '/receipt?type=&object_id=ticket-1')
    await says('This link doesn’t open a receipt.')
    await until(() => expect(find('a', /^Order online/).getAttribute('href')).toBe('/order'))
  })

  it.each([
    [at, 'We could not find this receipt.'],
    ['/ticket/ticket-1', 'We could not find this order.'],
  ])(
    '%s, which only its member can see, leads a guest who signs in back to it @RT-11',
    async (path, words) => {
      const net = netWith()
      net.trouble = () => said(404, words, 'not_found')
      await open(net, path, { accountsOn: true })
      await says(words)
      await press(await until(() => find('button', 'SIGN IN')))
      await says('Log in')
      expect(takePreviousPath()).toBe(path)
    },
  )

  it('requests one of any type: the API knows which there are @RT-11 @MO-17', async () => {
    const net = netWith()
    await open(net, '/receipt?type=catering_order&object_id=ticket-1')
    await says('Subtotal')
    await leavePage()
    net.trouble = () => said(404, 'There is no receipt for this order yet.', 'not_found')
    await open(net, '/receipt?type=another&object_id=ticket-1')
    await says('We could not find this receipt.')
  })
})
