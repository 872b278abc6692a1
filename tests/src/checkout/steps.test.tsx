// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { states } from '#contract/reference-data.ts'
import { findMaxLength } from '#contract/rules/fields.ts'
import { localTime } from '#contract/local-time.ts'
import { dayText } from '#lib/time/day-text.ts'
import { putPlaced } from '#db/placed-orders.ts'
import { findStep, keepStep } from '#lib/query/checkout-marks.ts'
import { keys } from '#lib/query/keys.ts'
import { keepTypedOf } from '#lib/query/typed-forms.ts'
import {
  alerts,
  book,
  button,
  openCheckout,
  ordered,
  settings,
  slots,
  title,
  words,
} from '../support/checkout-page.tsx'
import { inAct, orderPage, refused } from '../support/order-page.tsx'
import { choose, fill, find, key, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { noTotals, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

describe('the steps of checkout', () => {
  it('each has its own history entry: the browser’s Back goes one step back, and leaves checkout from the first @RT-09 @EN-53', async () => {
    const { router } = await openCheckout({ ticket: ordered({ use_curbside: true }) })
    await title('How would you like it?')
    await press(button('CONTINUE'))
    await title('When should it be ready?')
    await press(button('CONTINUE'))
    await title('Who is picking it up?')
    expect(findStep()).toBe('information')
    await press(button('BACK'))
    await title('When should it be ready?')
    await inAct(async () => router.history.back())
    await title('How would you like it?')
    expect([findStep(), router.state.location.pathname]).toEqual(['delivery', '/ordercheckout'])
    await inAct(async () => router.history.forward())
    await title('When should it be ready?')
    await inAct(async () => router.history.go(-2))
    await until(() => expect(words()).toBe('Home'))
  })

  it('a history entry of an earlier order does not count for this one: checkout begins at its first step @RT-09', async () => {
    const { page, router } = await orderPage({ ticket: ordered(), book, at: '/ordercart' })
    await show(page)
    await until(() => button('CONTINUE'))
    await inAct(() =>
      router.navigate({
        to: '/ordercheckout',
        state: { checkoutStep: 'tip', checkoutFrom: 'promo', checkoutDraft: 'earlier' },
      } as never),
    )
    await title('How would you like it?')
  })

  it('a second tap, while the known answers are being sent, creates no second history entry', async () => {
    keepStep('promo')
    const made = await orderPage({ ticket: ordered({ use_curbside: true }), book })
    const who = { locationId: 'tavola-nyc', principal: 'guest' }
    const ticket = snapshotOf({ id: 'last', status: 'Submitted', tip_percent: 15 })
    await putPlaced(made.db, { ...who, ticketId: 'last', placedAt: 1, ticket })
    let answer = (): void => undefined
    const told = new Promise<void>((resolve) => (answer = resolve))
    made.net.say = async ({ path }) => {
      if (path === '/tip') await told
      return undefined
    }
    await show(made.page)
    await title('Have a promo code?')
    await until(() => expect(made.client.getQueryData(keys.ownOrders('tavola-nyc'))).toHaveLength(1))
    // The page shows what was found meanwhile.
    await made.active()
    const next = button('CONTINUE')
    await inAct(async () => {
      next.click()
      next.click()
    })
    await until(() => expect(made.net.callsOf('/tip')).toHaveLength(1))
    answer()
    await title('Payment')
    await inAct(async () => made.router.history.back())
    await title('Have a promo code?')
  })

  it('a step that was opened directly goes back by the rules, and the first to the order @RT-09 @MO-14 @ST-13', async () => {
    keepStep('time')
    const { router } = await openCheckout()
    await title('When should it be ready?')
    await press(button('BACK'))
    await title('How would you like it?')
    await press(button('BACK'))
    await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
  })

  it('a stored step of a paid order is its payment, and BACK leads to the order @MO-14', async () => {
    keepStep('time')
    const { router } = await openCheckout({ ticket: ordered({ status: 'PaymentComplete' }) })
    await title('Everything is paid')
    await press(button('BACK'))
    await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
  })

  it('every field of the information step has the server’s maximum length', async () => {
    keepStep('information')
    await openCheckout({ ticket: ordered({ use_delivery: true }) })
    await title('Where should it go?')
    const fields = [...document.querySelectorAll<HTMLInputElement>('input:not([type=tel]), textarea')]
    expect(fields.map(({ name }) => name)).toContain('recipient_first_name')
    for (const { name, maxLength } of fields) expect([name, maxLength]).toEqual([name, findMaxLength(name)])
  })

  it('an address can be in any of the states and territories @EN-55', async () => {
    keepStep('information')
    await openCheckout({ ticket: ordered({ use_delivery: true }) })
    await title('Where should it go?')
    const offered = [...find<HTMLSelectElement>('select', 'State').options].slice(1)
    expect(offered.map((one) => one.value)).toEqual(states.map(([letters]) => letters))
  })

  it('delivery continues only after a choice, and a refusal keeps the guest there with the restaurant’s words @VA-15 @ER-12 @ST-14', async () => {
    const { net } = await openCheckout()
    await title('How would you like it?')
    expect(button('CONTINUE').disabled).toBe(true)
    await press(find('input', /^Curbside pickup/))
    net.say = ({ method }) =>
      method === 'PUT' ? refused(409, 'conflict', 'We do not bring it out today.') : undefined
    await press(button('CONTINUE'))
    await until(() => expect(find('[role=alert]').textContent).toBe('ErrorWe do not bring it out today.'))
    await title('How would you like it?')
  })

  it('a total that cannot be read leads to no step (N20)', async () => {
    const made = await orderPage({ ticket: ordered({ totals: { ...noTotals, due: 'free' } }), book })
    await show(made.page)
    await until(() => expect(words()).toContain('We can’t show a total right now'))
    expect(document.querySelector('form')).toBeNull()
  })
})

describe('the time step', () => {
  const chosenTime = () => ['Date', 'Time'].map((name) => find<HTMLSelectElement>('select', name).value)

  it('preselects the earliest time, and continues with it at one tap @VA-14', async () => {
    keepStep('time')
    const { net } = await openCheckout()
    const list = (name: string) => [...find<HTMLSelectElement>('select', name).options].map((one) => one.text)
    expect([list('Date'), list('Time')]).toEqual([
      slots.map(({ date }) => dayText(date, localTime(Date.now(), 'America/New_York').date)),
      ['Choose a time', '6:00 PM'],
    ])
    expect(chosenTime()).toEqual(['2026-11-20', '6:00pm'])
    await press(button('CONTINUE'))
    await title('Who is picking it up?')
    expect(net.calls).toMatchObject([
      { method: 'PUT', body: { ready_date_v2: '2026-11-20', ready_time_v2: '6:00pm' } },
    ])
  })

  it('asks when a delivery should arrive', async () => {
    keepStep('time')
    await openCheckout({ ticket: ordered({ use_delivery: true }) })
    await title('When should it arrive?')
  })

  it('preselects another day’s earliest time when that day does not have the same one', async () => {
    keepStep('time')
    const { net } = await openCheckout()
    await choose(find('select', 'Date'), '2026-11-21')
    expect(chosenTime()).toEqual(['2026-11-21', '12:00pm'])
    await press(button('CONTINUE'))
    await title('Who is picking it up?')
    expect(net.calls).toMatchObject([
      { method: 'PUT', body: { ready_date_v2: '2026-11-21', ready_time_v2: '12:00pm' } },
    ])
  })

  it('skips a day that is full, and does not continue with one @VA-14', async () => {
    keepStep('time')
    const [today, tomorrow] = slots
    const full = {
      ...today!,
      available_time_slots: today!.available_time_slots.map((one) => ({ ...one, enable: false })),
    }
    await openCheckout({
      ticket: ordered({
        settings: { ...settings, available_order_ahead_time_slots_for_the_future: [full, tomorrow!] },
      }),
    })
    expect(chosenTime()).toEqual(['2026-11-21', '12:00pm'])
    await choose(find('select', 'Date'), '2026-11-20')
    expect([...chosenTime(), button('CONTINUE').disabled]).toEqual(['2026-11-20', '', true])
  })

  it('a time whose day is over is struck out with its day: the same hour may be there on the next', async () => {
    keepStep('time')
    await openCheckout({ ticket: ordered({ ready_date: '2026-11-19', ready_time: '6:30pm' }) })
    expect(find('[role=status]', /no longer available/).textContent).toBe(
      'Thu, Nov 19, 6:30 PM is no longer available. Please choose another time.',
    )
    expect(chosenTime()[0]).toBe('2026-11-20')
  })

  it('a time that was taken meanwhile is struck out among the new ones (B5) @ST-14', async () => {
    keepStep('time')
    const { net } = await openCheckout()
    const [today, tomorrow] = slots
    const taken = {
      ...today!,
      available_time_slots: today!.available_time_slots.map((one) => ({
        ...one,
        enable: one.value === '6:30pm',
      })),
    }
    net.say = ({ method }) =>
      method === 'PUT'
        ? refused(422, 'invalid', 'This time has just been taken.', 'ready_time_v2')
        : undefined
    net.ticket = ordered({
      settings: { ...settings, available_order_ahead_time_slots_for_the_future: [taken, tomorrow!] },
    })
    await press(button('CONTINUE'))
    await until(() => expect(find('s').textContent).toBe('6:00 PM'))
    expect([alerts(), [...find<HTMLSelectElement>('select', 'Time').options].map((one) => one.text)]).toEqual(
      [['This time has just been taken.'], ['Choose a time', '6:30 PM']],
    )
  })
})

describe('the promo step', () => {
  const discounted = ordered({
    promo_code: 'WELCOME10',
    totals: {
      ...noTotals,
      sub_total: '$16.00',
      discounts: '-$1.60',
      tax: '$1.28',
      total: '$15.68',
      due_non_tip: '$15.68',
      due: '$15.68',
    },
  })
  beforeEach(() => keepStep('promo'))

  it('makes no call without a code, and one with it @VA-15', async () => {
    const { net } = await openCheckout()
    const field = find<HTMLInputElement>('input', 'Promo code')
    expect(button('APPLY').disabled).toBe(true)
    await press(button('APPLY'))
    await fill(field, '  ')
    await key(field, 'Enter')
    expect(net.calls).toEqual([])
    await fill(field, 'welcome10')
    net.ticket = discounted
    await press(button('APPLY'))
    await until(() => expect(words()).toContain('WELCOME10 takes $1.60 off.'))
    expect([
      net.calls.map(({ path, body }) => [path, body]),
      find('[role=status] strong').textContent,
    ]).toEqual([[['/promocode', { promo_code: 'WELCOME10' }]], 'SUCCESS'])
    // The code is shown once, with the new total.
    expect(words()?.split('WELCOME10').length).toBe(2)
    expect(words()).toContain('WELCOME10 takes $1.60 off. Your new total is ')
  })

  it('a code can be removed, and the total is the old one @AT-04', async () => {
    const { net } = await openCheckout({ ticket: discounted })
    net.ticket = ordered()
    await press(button('Remove code'))
    await until(() => expect(find('section', 'Order summary').textContent).toContain('Total$17.42'))
    expect(words()).not.toContain('takes $1.60 off')
    expect(net.calls).toMatchObject([{ method: 'PUT', body: { promo_code: '' } }])
  })

  it('a code that the restaurant refuses says why in a banner "Error" (B7) @ER-12', async () => {
    const { net } = await openCheckout()
    await fill(find<HTMLInputElement>('input', 'Promo code'), 'OLD')
    net.say = () => refused(409, 'promo_invalid', 'The code OLD has ended.')
    await press(button('APPLY'))
    await until(() => expect(find('[role=alert]').textContent).toBe('ErrorThe code OLD has ended.'))
    const field = find<HTMLInputElement>('input', 'Promo code')
    const about = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
    expect([field.getAttribute('aria-invalid'), about]).toEqual(['true', 'OLD was not applied.'])
    await fill(field, 'NEW')
    expect(field.hasAttribute('aria-invalid')).toBe(false)
  })
})

describe('a code that was typed and not applied', () => {
  beforeEach(() => keepStep('promo'))

  it('is applied by continuing', async () => {
    const { net } = await openCheckout()
    await fill(find<HTMLInputElement>('input', 'Promo code'), 'welcome10')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(net.calls.map(({ path, body }) => [path, body])).toEqual([
      ['/promocode', { promo_code: 'WELCOME10' }],
    ])
  })

  it('is still in its field after a reload or a look at another step, until it is applied', async () => {
    await openCheckout()
    await fill(find<HTMLInputElement>('input', 'Promo code'), 'welcome10')
    await leavePage()
    const { net } = await openCheckout()
    expect(find<HTMLInputElement>('input', 'Promo code').value).toBe('WELCOME10')
    net.ticket = ordered({ promo_code: 'WELCOME10' })
    await press(button('CONTINUE'))
    await title('Payment')
    expect(net.callsOf('/promocode')).toHaveLength(1)
    await leavePage()
    keepStep('promo')
    await openCheckout()
    expect(find<HTMLInputElement>('input', 'Promo code').value).toBe('')
  })

  it('is not tried for another order', async () => {
    keepTypedOf('promo', 'another', { code: 'WELCOME10' })
    await openCheckout()
    expect(find<HTMLInputElement>('input', 'Promo code').value).toBe('')
  })

  it('and is refused keeps the guest there with the reason, and a second tap continues without it', async () => {
    const { net } = await openCheckout()
    await fill(find<HTMLInputElement>('input', 'Promo code'), 'OLD')
    net.say = ({ path }) =>
      path === '/promocode'
        ? refused(422, 'promo_invalid', 'This promo code has been used up.', 'promo_code')
        : undefined
    await press(button('CONTINUE'))
    await until(() => expect(alerts()).toEqual(['This promo code has been used up.']))
    await title('Have a promo code?')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(net.calls.filter(({ path }) => path === '/promocode')).toHaveLength(1)
  })
})

describe('a code that no longer applies', () => {
  const kept = {
    promo_code: 'FIVEOFF',
    promo_problem: 'Add $4.00 more to keep FIVEOFF.',
    discount_terms: { amount: '$5.00', minimum: '$20.00' },
  }

  it('says beside the total what is missing to keep it', async () => {
    await openCheckout({ ticket: ordered(kept) })
    expect(find('section', 'Order summary').textContent).toContain('Add $4.00 more to keep FIVEOFF.')
  })

  it('says so, too, when the restaurant gives no terms', async () => {
    await openCheckout({ ticket: ordered({ promo_code: 'FIVEOFF' }) })
    expect(find('section', 'Order summary').textContent).toContain('FIVEOFF takes nothing off this order.')
  })
})

describe('the tip step', () => {
  beforeEach(() => keepStep('tip'))
  const typeTip = async (text: string) => {
    await press(find('input', 'Another amount'))
    await fill(find<HTMLInputElement>('input', 'Tip in dollars'), text)
  }

  it('sends a preset as a percentage beside its dollars', async () => {
    const { net } = await openCheckout()
    await press(find('input', /^20%/))
    await press(button('CONTINUE'))
    await title('Payment')
    expect(net.calls).toMatchObject([{ path: '/tip', body: { tip: 3.2, tip_percent: 20 } }])
  })

  it('shows a percentage as the chosen preset, whatever it comes to now', async () => {
    await openCheckout({ ticket: ordered({ tip: '$3.21', tip_percent: 20 }) })
    expect(find<HTMLInputElement>('input', /^20%/).checked).toBe(true)
  })

  it.each([
    ['tells shares', ['tip_percent']],
    ['tells none', []],
  ])(
    'shows a typed amount as typed, even when it equals a percentage, with an API that %s',
    async (_api, api_extensions) => {
      const { net, db } = await openCheckout({ copy: { api_extensions } })
      net.ticket = ordered({ tip: '$3.20' })
      await typeTip('3.20')
      await press(button('CONTINUE'))
      await title('Payment')
      expect(net.calls).toMatchObject([{ path: '/tip', body: { tip: 3.2 } }])
      await leavePage()
      keepStep('tip')
      await openCheckout({ kept: db, ticket: net.ticket, copy: { api_extensions } })
      expect(find<HTMLInputElement>('input', 'Another amount').checked).toBe(true)
      expect(find<HTMLInputElement>('input', 'Tip in dollars').value).toBe('3.20')
    },
  )

  it('restores what was typed after a reload, until it is sent', async () => {
    await openCheckout()
    await typeTip('4.44')
    await leavePage()
    await openCheckout()
    expect(find<HTMLInputElement>('input', 'Another amount').checked).toBe(true)
    expect(find<HTMLInputElement>('input', 'Tip in dollars').value).toBe('4.44')
    await press(button('CONTINUE'))
    await title('Payment')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('4.44')
  })

  it('shows an amount as the percentage that it equals, when the API gives none and nobody typed it here', async () => {
    await openCheckout({ ticket: ordered({ tip: '$3.20' }), copy: { api_extensions: [] } })
    expect(find<HTMLInputElement>('input', /^20%/).checked).toBe(true)
  })

  it('asks once about an unusually large amount, and sends it when it is tapped again', async () => {
    const { net } = await openCheckout()
    await typeTip('45')
    await press(button('CONTINUE'))
    await until(() => expect(words()).toContain('$45.00 is a generous tip on an order of $16.00.'))
    expect(net.calls).toEqual([])
    await press(button('YES, TIP $45.00'))
    await title('Payment')
    expect(net.calls).toMatchObject([{ path: '/tip', body: { tip: 45 } }])
  })

  it.each([
    ['$4.50', 4.5],
    ['5,50', 5.5],
  ])('accepts %s as it is written', async (text, tip) => {
    const { net } = await openCheckout()
    await typeTip(text)
    await press(button('CONTINUE'))
    await title('Payment')
    expect(net.calls).toMatchObject([{ path: '/tip', body: { tip } }])
  })

  it('asks again about another amount, and says when it is too much', async () => {
    const { net } = await openCheckout()
    await typeTip('45')
    await press(button('CONTINUE'))
    await until(() => button('YES, TIP $45.00'))
    await typeTip('450')
    expect(words()).toContain('A tip on this order can be $100.00 at most. Please check the amount.')
    expect(button('CONTINUE').disabled).toBe(true)
    expect(net.calls).toEqual([])
  })
  const choices = () => [...document.querySelectorAll('label')].map((one) => one.textContent)

  it.each([
    ['a computer', {}, 5],
    ['a phone', { 'max-width: 767px': true }, 7],
  ])(
    'offers 10, 15 and 20 % and an amount of so many characters on %s @BC-13 @VA-16',
    async (_on, media, length) => {
      setMedia(media)
      await openCheckout()
      expect(choices()).toEqual(['10%$1.60', '15%$2.40', '20%$3.20', 'Another amount', 'No tip'])
      await press(find('input', 'Another amount'))
      expect(find<HTMLInputElement>('input', 'Tip in dollars').maxLength).toBe(length)
    },
  )

  it('remembers that no tip was wanted', async () => {
    await openCheckout()
    expect(button('CONTINUE').disabled).toBe(true)
    await press(find('input', 'No tip'))
    await press(button('CONTINUE'))
    await title('Payment')
    await press(button('BACK'))
    await title('Add a tip?')
    expect(find<HTMLInputElement>('input', 'No tip').checked).toBe(true)
  })
})
