// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addToCart } from '#features/physical-cards/requests.ts'
import { savePhysicalOrder } from '#db/physical-orders.ts'
import { createApi } from '#lib/api/client.ts'
import { cardOrderPage, type CardOrderPageOptions, CardOrdersNet, cart } from '../support/card-order-page.tsx'
import { inAct } from '../support/order-page.tsx'
import { nextUuid } from '../support/device.ts'
import { fill, find, leavePage, press, setMedia, show, until } from '../support/screen.tsx'
import { stripeWithout } from '../support/stripe.ts'

/** The cart of posted cards, from its rows to the time when it is cleared. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  Object.assign(globalThis, { LarderSandboxPayments: () => stripeWithout(() => ({ on: () => undefined })) })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'LarderSandboxPayments'))

const open = async (net: CardOrdersNet, at: string, options: CardOrderPageOptions = { withCart: true }) => {
  const made = await cardOrderPage(net, at, options)
  await show(made.page)
  return made
}
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const input = (name: string) => find<HTMLInputElement>(`[name=${name}]`)
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))

describe('the cart', () => {
  const buttons = () => [button('Update Cart').disabled, button('Proceed to Checkout').disabled]

  it('can be updated only after a change, and continued from only when that is saved @VA-09', async () => {
    const net = new CardOrdersNet()
    await open(net, '/cart')
    await until(() => expect(buttons()).toEqual([true, false]))
    const quantity = find<HTMLInputElement>('input', 'Quantity')
    await fill(quantity, '0')
    expect(buttons()).toEqual([true, true])
    await fill(quantity, '3')
    expect(buttons()).toEqual([false, true])
    await press(button('Update Cart'))
    await until(() => expect(buttons()).toEqual([true, false]))
    expect(net.changes()).toMatchObject([{ items: [{ price: 25, quantity: 3 }] }])
  })

  it.each([true, false])('asks for a promo code where the restaurant takes some: %s', async (enable) => {
    await open(new CardOrdersNet(), '/cart', { withCart: true, settings: { promo_codes: { enable } } })
    await until(() => expect(buttons()).toEqual([true, false]))
    const fields = () =>
      [...document.querySelectorAll('label')].filter((one) => /promo/i.test(one.textContent))
    await until(() => expect(fields()).toHaveLength(enable ? 1 : 0))
  })

  it('still has a promo code that was typed and not applied after a reload', async () => {
    const options = { withCart: true, settings: { promo_codes: { enable: true } } }
    const field = () => until(() => find<HTMLInputElement>('input', 'Promo code'))
    await open(new CardOrdersNet(), '/cart', options)
    await fill(await field(), 'welcome10')
    await leavePage()
    await open(new CardOrdersNet(), '/cart', options)
    expect((await field()).value).toBe('WELCOME10')
  })

  it('saves a change before another card is added', async () => {
    const net = new CardOrdersNet()
    await open(net, '/cart')
    await until(() => expect(buttons()).toEqual([true, false]))
    await fill(find<HTMLInputElement>('input', 'Quantity'), '3')
    await press(find('a', 'Add Another'))
    await until(() => expect(document.body.textContent).toContain('Cards by mail'))
    expect(net.changes()).toMatchObject([{ items: [{ price: 25, quantity: 3 }] }])
  })

  it('saves the latest change when an earlier one is still under way', async () => {
    const net = new CardOrdersNet()
    const answers: (() => void)[] = []
    net.say = async ({ method }) => {
      if (method === 'PUT') await new Promise<void>((resolve) => void answers.push(resolve))
      return undefined
    }
    await open(net, '/cart')
    await until(() => expect(buttons()).toEqual([true, false]))
    const quantity = find<HTMLInputElement>('input', 'Quantity')
    await fill(quantity, '3')
    await press(button('Update Cart'))
    await until(() => expect(answers).toHaveLength(1))
    await fill(quantity, '4')
    await press(find('a', 'Add Another'))
    answers[0]!()
    await until(() => expect(answers).toHaveLength(2))
    expect(find('h1').textContent).not.toContain('Cards by mail')
    answers[1]!()
    await until(() => expect(document.body.textContent).toContain('Cards by mail'))
    expect(net.changes()).toMatchObject([{ items: [{ quantity: 3 }] }, { items: [{ quantity: 4 }] }])
  })

  it('shows what was changed in another tab after a change here was saved', async () => {
    const net = new CardOrdersNet()
    const { db } = await open(net, '/cart')
    await until(() => expect(buttons()).toEqual([true, false]))
    await fill(find<HTMLInputElement>('input', 'Quantity'), '3')
    await press(button('Update Cart'))
    await until(() => expect(buttons()).toEqual([true, false]))
    expect(find<HTMLInputElement>('input', 'Price').value).toBe('25')
    const items = [{ index: 1, item: 'giftcard', price: 40, quantity: 1 }]
    await inAct(() => savePhysicalOrder(db, net.cart.id, { ...net.cart, items }, Date.now()))
    const fields = () => ['Price', 'Quantity'].map((name) => find<HTMLInputElement>('input', name).value)
    await until(() => expect(fields()).toEqual(['40', '1']))
    expect(buttons()).toEqual([true, false])
  })

  it('cannot be continued from when it is empty @VA-09', async () => {
    const net = new CardOrdersNet()
    net.cart = cart({ items: [] })
    await open(net, '/cart')
    await until(() => expect(document.body.textContent).toContain('Your cart is empty.'))
    expect(buttons()).toEqual([true, true])
  })
})

describe('the checkout of the cart', () => {
  const fillAddress = async (): Promise<void> => {
    const address = {
      first_name: 'Vera',
      last_name: 'Lund',
      address: '12 Harbor Lane',
      city: 'Portland',
      zip: '04101',
    }
    for (const [name, text] of Object.entries(address)) await fill(input(`recipient_${name}`), text)
    const state = find<HTMLSelectElement>('[name=recipient_state]')
    await inAct(async () => {
      state.value = 'ME'
      state.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }

  it('saves the address when that step is left, and the message when the next is left @ST-26', async () => {
    const net = new CardOrdersNet()
    await open(net, '/checkout')
    await title('Where should it go?')
    await fillAddress()
    expect(net.changes()).toEqual([])
    await press(button('SAVE AND CONTINUE'))
    await title('Would you like to include a personal message?')
    expect(net.changes()).toMatchObject([{ recipient_address: '12 Harbor Lane', recipient_zip: '04101' }])
    expect(net.changes()[0]).not.toHaveProperty('personal_message', expect.anything())
    const message = find<HTMLTextAreaElement>('textarea')
    await inAct(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(message, 'Eat well.')
      message.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(net.changes()).toHaveLength(1)
    await press(button('SAVE AND CONTINUE'))
    await title('Please enter your payment information.')
    expect(net.changes().at(-1)).toMatchObject({ personal_message: 'Eat well.' })
  })

  it('is a visit a step: BACK from another page and a step back show what was there', async () => {
    const { router } = await open(new CardOrdersNet(), '/checkout')
    await title('Where should it go?')
    await fillAddress()
    await press(button('SAVE AND CONTINUE'))
    await title('Would you like to include a personal message?')
    await press(button('SKIP'))
    await title('Please enter your payment information.')
    await inAct(async () => router.history.push('/cart'))
    await until(() => button('Proceed to Checkout'))
    await inAct(async () => router.history.back())
    await title('Please enter your payment information.')
    await press(button('BACK'))
    await title('Would you like to include a personal message?')
    await inAct(async () => router.history.back())
    await title('Where should it go?')
  })

  it('says that validation failed when the address or the message is refused, and stays on that step @ER-13 @ST-25', async () => {
    const net = new CardOrdersNet()
    const refused = { status: 422, json: { errors: ['Not there.', 'Not so.'], message: 'No.', code: 'bad' } }
    net.say = async ({ method }) => (method === 'PUT' ? refused : undefined)
    await open(net, '/checkout')
    await title('Where should it go?')
    await fillAddress()
    await press(button('SAVE AND CONTINUE'))
    const said = () => find('[role=alert]').textContent
    await until(() => expect(said()).toBe('Validation FailedNot there.Not so.'))
    await title('Where should it go?')
    net.say = async () => undefined
    await press(button('SAVE AND CONTINUE'))
    await title('Would you like to include a personal message?')
    net.say = async ({ method }) => (method === 'PUT' ? refused : undefined)
    await fill(find<HTMLInputElement>('textarea'), 'Eat well.')
    await press(button('SAVE AND CONTINUE'))
    await until(() => expect(said()).toBe('Validation FailedNot there.Not so.'))
    await title('Would you like to include a personal message?')
  })

  it('says to whom and where the cards go before they are paid, and each can be changed', async () => {
    const net = new CardOrdersNet()
    net.cart = cart({
      recipient_first_name: 'Vera',
      recipient_last_name: 'Lund',
      recipient_address: '12 Harbor Lane',
      recipient_city: 'Portland',
      recipient_state: 'ME',
      recipient_zip: '04101',
    })
    await open(net, '/checkout')
    const rows = () =>
      [...document.querySelectorAll('ul[aria-label="Your answers so far"] > li')].map((one) =>
        [...one.querySelectorAll(':scope > div > span')].map((part) => part.textContent).join(': '),
      )
    await title('Where should it go?')
    await press(button('SAVE AND CONTINUE'))
    await title('Would you like to include a personal message?')
    await press(button('SKIP'))
    await title('Please enter your payment information.')
    expect(rows()).toEqual(['Recipient: Vera Lund, 12 Harbor Lane, Portland, ME 04101', 'Message: '])
    await press(button('Add message'))
    await title('Would you like to include a personal message?')
    await press(button('SKIP'))
    await title('Please enter your payment information.')
    await press(button('Change recipient'))
    await title('Where should it go?')
    await fill(input('recipient_address'), '14 Harbor Lane')
    await press(button('SAVE AND CONTINUE'))
    await title('Would you like to include a personal message?')
    await press(button('SKIP'))
    await title('Please enter your payment information.')
    // As soon as the device's database reports it.
    await until(() => expect(rows()[0]).toBe('Recipient: Vera Lund, 14 Harbor Lane, Portland, ME 04101'))
  })

  it('a message can be skipped without a call to the server @ST-26', async () => {
    const net = new CardOrdersNet()
    await open(net, '/checkout')
    await title('Where should it go?')
    await fillAddress()
    await press(button('SAVE AND CONTINUE'))
    await title('Would you like to include a personal message?')
    await press(button('SKIP'))
    await title('Please enter your payment information.')
    expect(net.changes()).toHaveLength(1)
  })
})

/** Collects the timers of 2000 ms, for the test to run. */
const holdTimers = (): (() => void)[] => {
  const later: (() => void)[] = []
  const handles = new Map<unknown, () => void>()
  const setTimer = globalThis.setTimeout
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 2000) return setTimer(run, ms)
    later.push(run)
    const handle = setTimer(() => undefined)
    handles.set(handle, run)
    return handle
  }) as typeof setTimeout)
  const clearTimer = globalThis.clearTimeout
  const clearing = vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((handle: unknown) => {
    const run = handles.get(handle)
    if (run) later.splice(later.indexOf(run), 1)
    clearTimer(handle as number)
  }) as typeof clearTimeout)
  onTestFinished(() => {
    timers.mockRestore()
    clearing.mockRestore()
  })
  return later
}

it('the cart is kept until 2000 ms after the result, and then cleared @ST-24 @BC-03', async () => {
  const later = holdTimers()
  const net = new CardOrdersNet()
  net.cart = cart({ status: 'Submitted' })
  const { db } = await open(net, '/thankyou')
  await until(() => expect(later).toHaveLength(1))
  expect(await inAct(() => db.physicalOrders.count())).toBe(1)
  await inAct(async () => later[0]!())
  await until(() => expect(document.body.textContent).toContain('2 to 3 business days'))
  await inAct(
    async () =>
      await vi.waitFor(async () => expect(await db.physicalOrders.count()).toBe(0), { timeout: 20_000 }),
  )
})

it('the cart is cleared 2000 ms after the result even when the guest has gone on to another page @ST-24 @BC-03', async () => {
  const later = holdTimers()
  const net = new CardOrdersNet()
  net.cart = cart({ status: 'Submitted' })
  const { db, router } = await open(net, '/thankyou')
  await until(() => expect(later).toHaveLength(1))
  await inAct(() => router.navigate({ to: '/physicalcards' }))
  await until(() => expect(document.body.textContent).toContain('Cards by mail'))
  expect(later).toHaveLength(1)
  await inAct(async () => later[0]!())
  await inAct(
    async () =>
      await vi.waitFor(async () => expect(await db.physicalOrders.count()).toBe(0), { timeout: 20_000 }),
  )
})

it.each([
  ['a moment ago leads to the thanks', 0, 'Thank you for your order'],
  ['more than 2000 ms ago is none', 2001, 'Cards by mail'],
])('a cart that was placed %s @ST-24 @BC-03', async (_name, agoMs, shown) => {
  const net = new CardOrdersNet()
  net.cart = cart({ status: 'Submitted' })
  const made = await cardOrderPage(net, '/cart', { withCart: true })
  await made.db.physicalOrders.update(net.cart.id, { updatedAt: Date.now() - agoMs })
  await show(made.page)
  await until(() => expect(document.body.textContent).toContain(shown))
})

it('a cart that was placed before this window opened is cleared, and its address is not used for another cart', async () => {
  const net = new CardOrdersNet()
  net.cart = cart({ status: 'Submitted' })
  const typed = { recipient_first_name: 'Grace', recipient_address: '1 Main Street' }
  const { page, db } = await cardOrderPage(net, '/cart', { withCart: true })
  await db.physicalOrders.update(net.cart.id, { updatedAt: Date.now() - 2001, typed })
  const kept = async () => await db.physicalOrders.toArray()
  const [placed] = await kept()
  await show(page)
  await until(() => expect(document.body.textContent).toContain('Cards by mail'))
  await inAct(async () => await vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 20_000 }))
  // The window that paid still has the order.
  await inAct(() => db.physicalOrders.put(placed!))
  net.cart = cart({ id: 'cart-2' })
  const locationId = 'tavola-nyc'
  const api = createApi({ net, base: '/api', locationId })
  const ports = {
    db,
    api,
    locationId,
    clock: { now: () => 1 },
    principal: () => 'guest',
    ids: { uuid: nextUuid },
  }
  await inAct(() => addToCart(ports as never, { item: 'posted-card', price: 25, quantity: 1 }, nextUuid()))
  expect((await kept()).map((one) => [one.orderId, one.typed])).toEqual([['cart-2', {}]])
})

it('the last page thanks nobody when nothing was bought', async () => {
  await open(new CardOrdersNet(), '/thankyou', { withCart: false })
  await until(() => expect(document.body.textContent).toContain('No order was just placed here.'))
  expect(document.body.textContent).not.toContain('Thank you')
})

it('Back from the thanks, once the cart is cleared, skips every step of its checkout', async () => {
  const { page, router } = await cardOrderPage(new CardOrdersNet(), '/mycards')
  for (const to of ['/physicalcards', '/cart', '/checkout', '/checkout', '/thankyou']) router.history.push(to)
  await show(page)
  await until(() => expect(document.body.textContent).toContain('No order was just placed here.'))
  await inAct(async () => router.history.back())
  await until(() => expect(document.body.textContent).toContain('Cards by mail'))
  expect(router.state.location.state.__TSR_index).toBe(1)
  await inAct(async () => router.history.back())
  await until(() => expect(document.body.textContent).toContain('My cards'))
})

it('cards are not said to be on their way where none are mailed', async () => {
  await open(new CardOrdersNet(), '/thankyou', {
    withCart: false,
    settings: { cards: { physical: { enable: false } } },
  })
  await until(() => expect(document.body.textContent).toContain('No order was just placed here.'))
  expect(document.body.textContent).not.toContain('on its way')
  expect(find('a', /^CALL/).getAttribute('href')).toMatch(/^tel:/)
})
