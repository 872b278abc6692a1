// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { cardOrder, cardOrderPage, CardOrdersNet } from '../support/card-order-page.tsx'
import { OrdersNet, ordersPage, placedOrder } from '../support/orders.tsx'
import { fill, find, press, say, setMedia, show, until } from '../support/screen.tsx'

/** Text typed into a form of an order, a gift or a card is there after a reload, and is deleted once it is of no use. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  document.body.replaceChildren()
})

const product = { program_id: 'posted-card', name: 'A card', subheader: '', description: '', image: '' }
const postedCards = (): CardOrdersNet => {
  const net = new CardOrdersNet()
  net.say = ({ path }) =>
    path.includes('product')
      ? { status: 200, json: { products: [product], shipping_handling: '$4.95' } }
      : undefined
  return net
}
const gift = () => {
  const net = new CardOrdersNet()
  net.order = cardOrder({
    type: 'SendEmail',
    status: 'Submitted',
    items: [{ index: 1, item: 'giftcard', price: 25, quantity: 1 }],
    recipient_first_name: 'Vera',
    recipient_last_name: 'Lund',
    recipient_email: 'vera@example.com',
    gift: { state: 'sent', can_change: true, passed_on: true },
  })
  return net
}
const placed = async (at: string, order = placedOrder()) => (await ordersPage(new OrdersNet(order), at)).page

type Form = {
  name: string
  page: () => Promise<React.ReactNode>
  /** The button that opens the form, where it is not open already. */
  opens?: string
  field: string
  typed: string
  /** The button that abandons the form. */
  leaves?: string
}
const forms: Form[] = [
  {
    name: 'the car at the curb',
    page: () => placed('/ticket/ticket-1?action=checkin'),
    field: 'vehicle_model',
    typed: 'Honda',
  },
  {
    name: 'the details of a placed order',
    page: () => placed('/ticket/ticket-1', placedOrder({ status: 'Queued', history: [] })),
    opens: 'EDIT DETAILS',
    field: 'recipient_first_name',
    typed: 'Grace',
    leaves: 'CANCEL',
  },
  {
    name: 'a change of a gift',
    page: async () => (await cardOrderPage(gift(), '/sent')).page,
    opens: 'CHANGE THIS GIFT',
    field: 'recipient_first_name',
    typed: 'Veronica',
    leaves: 'CANCEL',
  },
  {
    name: 'a card by post',
    page: async () => (await cardOrderPage(postedCards(), '/posted')).page,
    field: 'price',
    typed: '35',
  },
]
const input = (name: string) => until(() => find<HTMLInputElement>(`input[name=${name}]`))

/** Makes the code believe that the tab has loaded another document. */
const reload = (): void => {
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + 1, configurable: true })
}

it.each(forms)(
  '$name is as it was typed after a reload (P12)',
  async ({ page, opens, field, typed, leaves }) => {
    const { again } = await show(await page())
    if (opens !== undefined) await press(await until(() => find('button', opens)))
    await fill(await input(field), typed)
    await again(null)
    reload()
    await again(await page())
    expect((await input(field)).value).toBe(typed)
    if (leaves !== undefined) await press(find('button', leaves))
    expect(sessionStorage.length).toBe(leaves === undefined ? 1 : 0)
  },
)

it('what was typed for one order is not in the form of another', async () => {
  const { again } = await show(await placed('/ticket/ticket-1?action=checkin'))
  await fill(await input('vehicle_model'), 'Honda')
  await again(null)
  await again(await placed('/ticket/ticket-2?action=checkin', placedOrder({ id: 'ticket-2' })))
  expect((await input('vehicle_model')).value).toBe('')
})

describe('the details of an order that were left by a link', () => {
  const leave = async (order = placedOrder({ status: 'Queued', history: [] })) => {
    const { again } = await show(await placed('/ticket/ticket-1', order))
    await press(await until(() => find('button', 'EDIT DETAILS')))
    await fill(await input('recipient_first_name'), 'Grace')
    await again(null)
    return again
  }

  it('do not open by themselves, and are there when they are asked for', async () => {
    const again = await leave()
    await again(await placed('/ticket/ticket-1', placedOrder({ status: 'Queued', history: [] })))
    const button = await until(() => find('button', 'EDIT DETAILS'))
    expect(document.querySelector('dialog[open]')).toBeNull()
    await press(button)
    expect((await input('recipient_first_name')).value).toBe('Grace')
  })

  it('are gone where the order says something else by now', async () => {
    const again = await leave()
    reload()
    const changed = placedOrder({ status: 'Queued', history: [], recipient_last_name: 'Hopper' })
    await again(await placed('/ticket/ticket-1', changed))
    await press(await until(() => find('button', 'EDIT DETAILS')))
    expect((await input('recipient_first_name')).value).not.toBe('Grace')
  })
})

describe.each([
  { how: 'Escape', close: () => say(find('dialog[open]'), new Event('cancel', { cancelable: true })) },
  { how: 'the cross', close: () => press(find('dialog[open] button', 'Close')) },
  { how: 'a tap beside it', close: () => press(find('dialog[open]')) },
])('the details of an order that were closed by $how', ({ close }) => {
  const page = () => placed('/ticket/ticket-1', placedOrder({ status: 'Queued', history: [] }))

  it('are there when they are opened again, and only then', async () => {
    const { again } = await show(await page())
    await press(await until(() => find('button', 'EDIT DETAILS')))
    await fill(await input('recipient_first_name'), 'Grace')
    await close()
    expect(document.querySelector('dialog[open]')).toBeNull()
    await again(null)
    reload()
    await again(await page())
    const button = await until(() => find('button', 'EDIT DETAILS'))
    expect(document.querySelector('dialog[open]')).toBeNull()
    await press(button)
    expect((await input('recipient_first_name')).value).toBe('Grace')
    await press(find('button', 'CANCEL'))
    await press(find('button', 'EDIT DETAILS'))
    expect((await input('recipient_first_name')).value).not.toBe('Grace')
  })
})

it('a card by post costs the first amount until somebody types another, and one is added at once', async () => {
  await show((await cardOrderPage(postedCards(), '/posted')).page)
  expect((await input('price')).value).toBe('25')
  expect(find('button', '$25').getAttribute('aria-pressed')).toBe('true')
  await until(() => expect(find<HTMLButtonElement>('button', 'Add to Cart').disabled).toBe(false))
})
