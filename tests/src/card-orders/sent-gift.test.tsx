// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { cardOrder, cardOrderPage, CardOrdersNet } from '../support/card-order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'

/** What a giver can do with an unopened gift, and where the result is shown. */

let inView: Element[] = []
beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  inView = []
  Element.prototype.scrollIntoView = function (this: Element) {
    inView.push(this)
  }
})

const sent = (changes: Partial<CardOrder> = {}): CardOrder =>
  cardOrder({
    type: 'SendEmail',
    status: 'Submitted',
    items: [{ index: 1, item: 'giftcard', price: 25, quantity: 1 }],
    recipient_first_name: 'Vera',
    recipient_last_name: 'Lund',
    recipient_email: 'vera@example.com',
    gift: { state: 'sent', can_change: true, passed_on: true },
    ...changes,
  })
const open = async (order = sent()) => {
  const net = new CardOrdersNet()
  net.order = order
  await show((await cardOrderPage(net, '/sent')).page)
  await until(() => button('CHANGE THIS GIFT'))
  return net
}
const button = (name: string) => find<HTMLButtonElement>('button', name)
const inDialog = (name: string) => find<HTMLButtonElement>('dialog[open] button', name)
const isAsking = () => document.querySelector('dialog[open]') !== null
const takenBack = (net: CardOrdersNet) =>
  net.calls.filter(({ path }) => path === '/card/order/order-1/gift/takeback')

it('a saved change is announced where it can be seen, and takes the focus that the form’s button lost', async () => {
  await open()
  await press(button('CHANGE THIS GIFT'))
  await fill(await until(() => find<HTMLInputElement>('input', 'First name')), 'Veronica')
  await press(button('SAVE CHANGES'))
  const banner = await until(() => find('[role=status]', /Your changes are saved\.$/))
  expect(inView).toContain(banner)
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement!.contains(banner)).toBe(true)
})

describe('sending a gift again', () => {
  const lostWith = (net: CardOrdersNet, gift: CardOrder['gift']): void => {
    net.say = ({ path }) => {
      if (!path.endsWith('/resend')) return undefined
      net.order = sent({ gift })
      throw new AppError('timeout', 'No answer came.')
    }
  }
  const resends = (net: CardOrdersNet) =>
    net.keys.filter((_, at) => net.calls[at]!.path === '/card/order/order-1/gift/resend')

  it('is the same call again when its answer was lost, whatever the gift’s state is by then (N2)', async () => {
    const net = await open()
    lostWith(net, { state: 'undeliverable', can_change: true })
    await press(button('SEND IT AGAIN'))
    await until(() => find('[role=alert]'))
    await until(() => find('p', /We could not deliver it to Vera/))
    net.say = () => undefined
    await press(button('SEND IT AGAIN'))
    await until(() => find('[role=status]', /It is on its way again\.$/))
    expect(resends(net)).toHaveLength(2)
    expect(new Set(resends(net)).size).toBe(1)
  })

  it('says that it is being sent, without an error beside that', async () => {
    const net = await open()
    let answer = (): void => undefined
    net.say = async ({ path }) => {
      if (!path.endsWith('/resend')) return undefined
      await new Promise<void>((resolve) => (answer = resolve))
      net.order = sent({ gift: { state: 'sending', can_change: true } })
      throw new AppError('timeout', 'No answer came.')
    }
    await press(button('SEND IT AGAIN'))
    await until(() => button('SENDING…'))
    await act(async () => answer())
    await until(() => find('p', /^On its way/))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
})

describe('canceling a gift', () => {
  const callUs = () => find('p', /^To cancel this gift, please call us:/)

  it('is done by the restaurant for one that was bought: its page says whom to call', async () => {
    await open(sent({ gift: { state: 'scheduled', can_change: true } }))
    await until(() => callUs().querySelector('a[href^="tel:"]'))
  })

  it('needs no call for a card that was passed on, which its giver can take back', async () => {
    await open()
    expect(button('TAKE IT BACK')).toBeTruthy()
    expect(document.body.textContent).not.toContain('To cancel this gift')
  })
})

describe('taking a gift back', () => {
  it('is asked first: a person with the link loses it', async () => {
    const net = await open()
    await press(button('TAKE IT BACK'))
    expect(takenBack(net)).toEqual([])
    expect(find('dialog[open]').textContent).toContain('The link that Vera was sent stops working')
    expect(find('dialog[open]').textContent).toContain('$25.00')
    await press(inDialog('LEAVE IT AS IT IS'))
    expect([isAsking(), takenBack(net)]).toEqual([false, []])
  })

  it('is done at the second word, and what became of it has the focus', async () => {
    const net = await open()
    await press(button('TAKE IT BACK'))
    net.say = ({ path }) => {
      if (path.endsWith('/takeback')) net.order = sent({ gift: { state: 'taken_back', can_change: false } })
      return undefined
    }
    await press(inDialog('TAKE IT BACK'))
    const words = await until(() => find('p', 'You took it back. The money is on your card again.'))
    await until(() => expect(document.activeElement).toBe(words))
    expect(inView.at(-1)).toBe(words)
    expect([takenBack(net).length, isAsking()]).toEqual([1, false])
  })

  it('is done where its answer alone was lost, and nothing beside says that it is on its way', async () => {
    const net = await open()
    await press(button('SEND IT AGAIN'))
    await until(() => find('[role=status]', /on its way again/))
    await press(button('TAKE IT BACK'))
    net.say = ({ path }) => {
      if (!path.endsWith('/takeback')) return undefined
      net.order = sent({ gift: { state: 'taken_back', can_change: false, passed_on: true } })
      throw new AppError('offline', 'no answer')
    }
    await press(inDialog('TAKE IT BACK'))
    await until(() => find('p', 'You took it back. The money is on your card again.'))
    await until(() => expect(isAsking()).toBe(false))
    expect(document.body.textContent).not.toContain('on its way again')
  })

  it('says in the question that it was opened meanwhile, and no longer offers it', async () => {
    const net = await open()
    await press(button('TAKE IT BACK'))
    const message = 'Vera has opened it meanwhile.'
    net.say = ({ path }) => {
      if (!path.endsWith('/takeback')) return undefined
      net.order = sent({ gift: { state: 'opened', can_change: false, passed_on: true } })
      return { status: 409, json: { message, code: 'already_opened', errors: [{ message }] } }
    }
    await press(inDialog('TAKE IT BACK'))
    await until(() => expect(find('dialog[open] [role=alert]').textContent).toBe(message))
    await until(() => expect(find('dialog[open] footer').textContent).toBe('CLOSE'))
    await press(inDialog('CLOSE'))
    expect([isAsking(), document.querySelector('button')]).toEqual([false, null])
  })

  it('of one that waits for its time says that it is sent to nobody', async () => {
    await open(sent({ gift: { state: 'scheduled', can_change: true, passed_on: true } }))
    await press(button('TAKE IT BACK'))
    expect(find('dialog[open]').textContent).toContain('It is not sent to Vera')
  })
})

it.each([
  ['hold', 'This gift card is on hold. Please call the restaurant.'],
  ['replaced', 'The restaurant replaced this gift card and sent the new one.'],
  ['a newer reason', 'This gift card is no longer valid. Please call the restaurant.'],
])('a gift whose card cannot be used says why: %s', async (stopped_by, said) => {
  const net = new CardOrdersNet()
  net.order = sent({ gift: { state: 'stopped', can_change: false, stopped_by } })
  await show((await cardOrderPage(net, '/sent')).page)
  await until(() => expect(find('[role=status]').textContent).toBe(said))
  await until(() => expect(find('a[href^="tel:"]').textContent).toBe('(212) 555-0100'))
})

it('what a bank has taken of its payment is said there', async () => {
  const payment = { payment_amount: '$25.00', display_name: 'Visa ending in 4242', taken_back: '$25.00' }
  await open(sent({ payments: [payment] }))
  expect(find('section[aria-label="Money back"]').textContent).toContain(
    'Your bank has taken $25.00 back for you.',
  )
})
