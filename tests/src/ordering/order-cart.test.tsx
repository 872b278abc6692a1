// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { BookCategory, MenuItem } from '#contract/schemas/menu.ts'
import { takePreviousPath } from '#lib/query/session-marks.ts'
import { user } from '../support/account.ts'
import { category, choice, dish, menu, section, value } from '../support/menus.tsx'
import { inAct, orderPage, type OrderPageOptions } from '../support/order-page.tsx'
import { find, key, press, pressAt, setMedia, show, until } from '../support/screen.tsx'
import { line, noTotals, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const margherita = (changes: Partial<MenuItem> = {}): MenuItem =>
  dish('Margherita', {
    omnivore_id: 'dinner.pizza.margherita',
    omnivore: { price_per_unit: 1600 },
    ...changes,
  })
const bookWith = (...items: MenuItem[]): { menus: ReturnType<typeof menu>[] } => {
  const pizza: BookCategory = category('Pizza', items)
  return { menus: [menu('Dinner', [pizza])] }
}
const plain = line({ modifiers: [] })

const open = async (options: OrderPageOptions = {}) => {
  const made = await orderPage({
    at: '/ordercart',
    ticket: snapshotOf({ items: [plain] }),
    book: bookWith(margherita()),
    ...options,
  })
  await show(made.page)
  return made
}
/** A dish as it is sent. */
const lineOfDish = {
  menu_external_id: 'dinner',
  menu_category_external_id: 'pizza',
  menu_item_external_id: 'margherita',
  menu_item: 'dinner.pizza.margherita',
  modifiers: [],
  quantity: 1,
}
const button = (name: string | RegExp) => find<HTMLButtonElement>('button', name)
const words = () => document.body.textContent
const buttons = () =>
  [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent)
const sheet = () => find('dialog[open]', 'The menu has changed')
const noSheet = () => until(() => expect(document.querySelector('dialog[open]')).toBeNull())

describe('the order cart', () => {
  it.each([
    ['SIGN IN', '/login'],
    ['REGISTER', '/signup'],
  ])('invites a guest, and %s leads back afterwards @MO-12', async (name, to) => {
    const { router } = await open()
    await until(() => expect(words()).toContain('Become a member to earn points on this order!'))
    await press(button(name))
    await until(() => expect(router.state.location.pathname).toBe(to))
    expect(takePreviousPath()).toBe('/ordercart')
  })

  it('does not invite a member @MO-12', async () => {
    await open({ user: user() })
    await until(() => button('CONTINUE'))
    expect(words()).not.toContain('Become a member')
  })

  it('leads home where there is no order @MO-13', async () => {
    const { router } = await open({ row: null })
    await until(() => expect(words()).toBe('Home'))
    expect(router.state.location.pathname).toBe('/')
  })

  it('shows nothing to pay for an empty order', async () => {
    await open({ ticket: snapshotOf({ items: [], tip: '$3.00', totals: noTotals }) })
    await until(() => expect(words()).toContain('Your order is empty'))
    expect(words()).not.toMatch(/Total|Tip|\$/)
    expect(button('CONTINUE').disabled).toBe(true)
  })

  it('a line marked no_delete stays, and one that is from no menu keeps its quantity @VA-12 @EN-31', async () => {
    const fee = line({
      index: 2,
      name: 'Service',
      menu_item: 'fee',
      modifiers: [],
      menu_external_id: null,
      menu_category_external_id: null,
      menu_item_external_id: null,
      no_delete: true,
    })
    await open({ ticket: snapshotOf({ items: [plain, fee] }) })
    await until(() => expect(words()).toContain('Service'))
    expect(buttons()).toContain('Remove Margherita')
    expect(buttons()).not.toContain('Remove Service')
    expect([...document.querySelectorAll('select')].map((one) => one.getAttribute('aria-label'))).toEqual([
      'Quantity of Margherita',
    ])
    expect(words()).toContain('Quantity 1')
  })

  it('offers to customize only dishes that have choices', async () => {
    const sized = margherita({
      custom_options: [section('Size', { choices: [choice([value('12 inch', { default: true })])] })],
    })
    const water = dish('Water', { omnivore_id: 'dinner.pizza.water', omnivore: { price_per_unit: 300 } })
    const plainWater = line({
      index: 2,
      name: 'Water',
      menu_item: 'dinner.pizza.water',
      menu_item_external_id: 'water',
      price: 300,
      modifiers: [],
    })
    await open({ ticket: snapshotOf({ items: [plain, plainWater] }), book: bookWith(sized, water) })
    await until(() => expect(buttons()).toContain('Customize Margherita'))
    await until(() => expect(buttons()).not.toContain('Customize Water'))
    expect(buttons()).toContain('Remove Water')
  })

  it('a refusal is shown in a banner "Error" until it is dismissed @ER-12', async () => {
    const refusals = [
      {
        opId: 'op',
        change: { kind: 'item.remove' as const, lineId: 'a' },
        messages: ['This line stays.'],
        refusedAt: 1,
      },
    ]
    await open({ row: { refusals } })
    await until(() => expect(find('[role=alert]').textContent).toBe('ErrorThis line stays.'))
    await press(button('Dismiss'))
    await until(() => expect(document.querySelector('[role=alert]')).toBeNull())
  })

  it('a line that was removed on another screen is put back as this guest wanted it, or left off (N19)', async () => {
    const change = {
      kind: 'item.change' as const,
      lineId: 'gone',
      line: {
        menu_external_id: 'dinner',
        menu_category_external_id: 'pizza',
        menu_item_external_id: 'margherita',
        menu_item: 'dinner.pizza.margherita',
        modifiers: [],
        quantity: 3,
      },
      shown: { name: 'Margherita', unitCents: 1600, modifiers: [] },
    }
    const refusals = [
      { opId: 'op', change, messages: ['This line is not in your order anymore.'], refusedAt: 1 },
    ]
    const { active } = await open({ row: { refusals } })
    await until(() => button('Leave it off'))
    await press(button('Put it back as I had it'))
    await until(() => expect(document.querySelector('[role=alert]')).toBeNull())
    expect((await active())?.pending.map((one) => one.change)).toMatchObject([
      { kind: 'item.add', line: { quantity: 3 } },
    ])
  })

  const payments = [
    {
      display_name: 'Gift card •••• 7896',
      display_amount: '$10.00',
      tip: '$0.00',
      tender_type: 'card' as const,
    },
  ]
  it('a line with a larger quantity than the menu sells at once says how many it is', async () => {
    await open({ ticket: snapshotOf({ items: [{ ...plain, quantity: 12 }] }) })
    await until(() => expect(find<HTMLSelectElement>('select').value).toBe('12'))
  })

  it('money on the order keeps its lines as they are', async () => {
    await open({
      ticket: snapshotOf({ items: [plain], payments }),
      book: bookWith(margherita({ available: false })),
    })
    await until(() => expect(words()).toContain('Part of this order is paid'))
    // Only checkout says whether the payment can be removed: not every API has the call.
    expect(words()).toContain('It can’t be changed here. Please go on to checkout.')
    expect(document.querySelectorAll('select')).toHaveLength(0)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it('a payment that is being looked for is announced, and nothing is asked about the dishes meanwhile (N2)', async () => {
    const made = await orderPage({
      at: '/ordercart',
      ticket: snapshotOf({ items: [plain] }),
      book: bookWith(margherita({ available: false })),
    })
    await made.db.paymentAttempts.add({
      key: 'k',
      locationId: 'tavola-nyc',
      principal: 'guest',
      createdAt: 1,
      sent: true,
      payable: 'ticket',
      payableId: 'draft',
      serverId: 'ticket-1',
      kind: 'payment',
      body: { tip: 0, amount: 17.42, payment_source: 'pm_1' },
    })
    await show(made.page)
    await until(() => expect(words()).toContain('Your payment is being checked'))
    expect(words()).not.toContain('remove the payment')
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it('an order that is paid must still be placed', async () => {
    await open({ ticket: snapshotOf({ items: [plain], status: 'PaymentComplete' }) })
    await until(() => expect(words()).toContain('Your order is paid but not placed yet'))
    expect(words()).not.toContain('remove the payment')
  })

  it.each([
    ['missing', ''],
    ['no number', 'NaN'],
    ['less than nothing', '-$5.00'],
    ['cents', '1742'],
  ])('a total that is %s is not shown, and nothing can be paid (N20)', async (_what, total) => {
    const ticket = snapshotOf({
      items: [plain],
      totals: { ...noTotals, sub_total: '$16.00', due: total, total },
    })
    const { net } = await open({ ticket })
    await until(() => expect(words()).toContain('We can’t show a total right now'))
    expect(buttons()).not.toContain('CONTINUE')
    expect(net.calls).toEqual([])
  })
})

it.each([
  [3, 'You chose 3 on this device.'],
  [0, 'You took this off on this device.'],
])('a line of another number than was wanted here, %i, says so', async (wanted, said) => {
  await open({ row: { wanted: { a: wanted } } })
  await until(() => expect(words()).toContain(said))
})

describe('the menu changed under the order', () => {
  it('a changed price is kept only by an explicit yes, which is sent to the restaurant (B2)', async () => {
    const { active, router } = await open({
      book: bookWith(margherita({ omnivore: { price_per_unit: 1800 } })),
    })
    await until(() => expect(sheet().textContent).toContain('It was $16.00 and is now $18.00 each.'))
    await press(button('Not now'))
    await noSheet()
    await press(button('CONTINUE'))
    await until(() => sheet())
    expect(router.state.location.pathname).toBe('/ordercart')
    await press(button('Keep at $18.00: Margherita'))
    await noSheet()
    expect((await active())?.pending.map((one) => one.change)).toMatchObject([
      { kind: 'item.change', lineId: 'a', shown: { unitCents: 1800 } },
    ])
    await press(button('CONTINUE'))
    await until(() => expect(router.state.location.pathname).toBe('/ordercheckout'))
  })

  it('a price that changed only at the restaurant is asked about, too: the agreed price is stored on the device (B2)', async () => {
    await open({
      ticket: snapshotOf({ items: [line({ modifiers: [], price: 1800 })] }),
      row: { agreed: { a: 1600 } },
    })
    await until(() => expect(sheet().textContent).toContain('It was $16.00 and is now $18.00 each.'))
  })

  it('a dish that contains something now is kept only by an explicit yes, and its price is asked about after that', async () => {
    const { active, router } = await open({
      ticket: snapshotOf({
        items: [line({ modifiers: [], allergens: { contains: ['gluten'], free_from: 'others' } })],
      }),
      book: bookWith(
        margherita({
          allergens: { contains: ['gluten', 'tree_nuts'], free_from: 'others' },
          omnivore: { price_per_unit: 1800 },
        }),
      ),
    })
    await until(() =>
      expect(sheet().textContent).toContain(
        'It contains tree nuts now. It did not say so when you chose it.',
      ),
    )
    await press(button('Not now'))
    await press(button('CONTINUE'))
    await until(() => sheet())
    expect(router.state.location.pathname).toBe('/ordercart')
    await press(button('Keep it: Margherita, which contains tree nuts'))
    await until(() => expect(sheet().textContent).toContain('It was $16.00 and is now $18.00 each.'))
    expect((await active())?.pending.map((one) => one.change)).toMatchObject([
      {
        kind: 'item.change',
        shown: { unitCents: 1600, allergens: { contains: ['gluten', 'tree_nuts'], free_from: 'others' } },
      },
    ])
    expect(find('ul', 'Your order').textContent).toContain('Contains gluten and tree nuts')
  })

  it('a dish that is no longer listed as free from something is looked at before it is paid', async () => {
    const { active, router } = await open({
      ticket: snapshotOf({
        items: [line({ modifiers: [], allergens: { contains: ['gluten'], free_from: ['fish'] } })],
      }),
      row: {
        agreed: { a: 1600 },
        agreedAllergens: { a: { contains: ['gluten'], free_from: ['peanuts', 'fish'] } },
      },
      book: bookWith(margherita({ allergens: { contains: ['gluten'], free_from: ['fish'] } })),
    })
    await until(() =>
      expect(sheet().textContent).toContain(
        'It is no longer listed as free from peanuts. It was when you chose it.',
      ),
    )
    await press(button('Not now'))
    await press(button('CONTINUE'))
    await until(() => sheet())
    expect(router.state.location.pathname).toBe('/ordercart')
    await press(button('Keep it: Margherita, which may not be free from peanuts'))
    await noSheet()
    expect((await active())?.pending.map((one) => one.change)).toMatchObject([
      { kind: 'item.change', shown: { allergens: { contains: ['gluten'], free_from: ['fish'] } } },
    ])
  })

  it('with a dish about which nothing is stated any more: it is asked about once', async () => {
    const { active } = await open({
      ticket: snapshotOf({ items: [line({ modifiers: [] })] }),
      row: { agreed: { a: 1600 }, agreedAllergens: { a: { contains: [], free_from: ['milk'] } } },
      book: bookWith(margherita({})),
    })
    await until(() => expect(sheet().textContent).toContain('no longer listed as free from milk'))
    await press(button('Keep it: Margherita, which may not be free from milk'))
    await noSheet()
    expect((await active())?.pending.map((one) => one.change)).toMatchObject([{ kind: 'item.change' }])
  })

  it('what only the restaurant’s answer says that it contains is asked about, too: the device stores what was shown here', async () => {
    const { active } = await open({
      ticket: snapshotOf({
        items: [line({ modifiers: [], allergens: { contains: ['fish'], free_from: 'others' } })],
      }),
      row: { agreed: { a: 1600 }, agreedAllergens: { a: { contains: [], free_from: 'others' } } },
      book: bookWith(margherita({ allergens: { contains: [], free_from: 'others' } })),
    })
    await until(() => expect(sheet().textContent).toContain('It contains fish now.'))
    await press(button('Keep it: Margherita, which contains fish'))
    await noSheet()
    expect((await active())?.pending.map((one) => one.change)).toMatchObject([
      { kind: 'item.change', shown: { allergens: { contains: ['fish'] } } },
    ])
  })

  it.each([
    [
      'not to be known, before the restaurant has said so, where others are told of',
      [dish('Olives', { allergens: { contains: [], free_from: 'others' } })],
      true,
    ],
    ['nothing of, where the restaurant tells nothing of any dish', [], false],
  ] as const)('a dish that nothing is stated of is said %s', async (_, others, isSaid) => {
    await open({ book: bookWith(margherita({}), ...others) })
    await until(() => expect(find('ul', 'Your order').textContent).toContain('Margherita'))
    expect(find('ul', 'Your order').textContent.includes('Allergens not known')).toBe(isSaid)
  })

  it('a menu on the device that is older than what the restaurant says of a dish takes nothing back', async () => {
    const said = { contains: ['gluten' as const], free_from: 'others' as const }
    await open({
      ticket: snapshotOf({ items: [line({ modifiers: [], allergens: said })] }),
      row: { agreed: { a: 1600 }, agreedAllergens: { a: said } },
      book: bookWith(margherita({ omnivore: { price_per_unit: 1800 } })),
    })
    await until(() => expect(sheet().textContent).toContain('It was $16.00 and is now $18.00 each.'))
    expect(sheet().textContent).not.toContain('no longer said')
  })

  it('a dish that is sold out is marked, and removed or replaced (B1)', async () => {
    const { active, router } = await open({ book: bookWith(margherita({ available: false })) })
    await until(() => expect(sheet().textContent).toContain('Sold out for now.'))
    expect(find('ul', 'Your order').textContent).toContain('Sold out')
    await press(button('Choose something else instead of Margherita'))
    await until(() => expect(router.state.location.pathname).toBe('/order/dinner/category/pizza'))
    expect((await active())?.pending.map((one) => one.change)).toEqual([{ kind: 'item.remove', lineId: 'a' }])
  })

  it('a dish that could not be removed is not said to be removed', async () => {
    const { services } = await open({ book: bookWith(margherita({ available: false })) })
    await until(() => button('Remove Margherita from the order'))
    Object.assign(services, { record: async () => await Promise.reject(new Error('no room')) })
    await press(button('Remove Margherita from the order'))
    await until(() => expect(sheet().textContent).toContain('This couldn’t be saved on this device.'))
    expect(find('dialog [role=status]').textContent).toBe('')
  })

  it('the second tap of a double tap decides nothing about the next dish, and the result is announced', async () => {
    const calzone = line({ index: 2, name: 'Calzone', menu_item: 'dinner.pizza.calzone', modifiers: [] })
    const { active } = await open({
      ticket: snapshotOf({ items: [plain, { ...calzone, menu_item_external_id: 'calzone' }] }),
      row: { lineIds: { 1: 'a', 2: 'b' } },
      book: bookWith(),
    })
    await until(() => button('Remove Calzone from the order'))
    await pressAt(button('Remove Margherita from the order'), 1000)
    await until(() => expect(sheet().textContent).not.toContain('Margherita from'))
    await until(() => expect(find('dialog [role=status]').textContent).toBe('Margherita is off your order.'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('What has changed')
    await pressAt(button('Remove Calzone from the order'), 1200)
    await pressAt(button('Remove Calzone from the order'), 1400)
    expect((await active())?.pending.map((one) => one.change)).toEqual([{ kind: 'item.remove', lineId: 'a' }])
    await pressAt(button('Remove Calzone from the order'), 2500)
    await noSheet()
    expect((await active())?.pending).toHaveLength(2)
  })

  it('a dish that is no longer on the menu is removed (B1)', async () => {
    const { active } = await open({ book: bookWith() })
    await until(() => expect(sheet().textContent).toContain('Not on the menu anymore.'))
    await press(button('Remove Margherita from the order'))
    await noSheet()
    expect((await active())?.pending.map((one) => one.change)).toEqual([{ kind: 'item.remove', lineId: 'a' }])
  })

  it.each([
    [
      'a choice that is new',
      [section('Size', { choices: [choice([value('12 inch', { default: true })])] })],
      [],
      'You need to pick an option.',
    ],
    [
      'a choice that is no longer offered',
      [],
      [{ modifier: 'size-14', name: '14 inch', price: 0 }],
      'It does not come with 14 inch anymore.',
    ],
  ])(
    '%s opens the dish again, with nothing picked silently (B3)',
    async (_what, custom_options, modifiers, text) => {
      const { active, router } = await open({
        ticket: snapshotOf({ items: [line({ modifiers })] }),
        book: bookWith(margherita({ custom_options })),
      })
      await until(() => expect(sheet().textContent).toContain(text))
      await press(button('Choose again: Margherita'))
      await until(() =>
        expect(router.state.location.href).toBe('/order/dinner/category/pizza/item/margherita?line=a'),
      )
      expect((await active())?.pending).toEqual([])
    },
  )

  it('checkout takes no step before it is decided', async () => {
    const { router, net } = await open({
      at: '/ordercheckout',
      book: bookWith(margherita({ available: false })),
    })
    await until(() => expect(words()).toContain('Your order needs a look'))
    expect(buttons()).not.toContain('CONTINUE')
    await press(button('REVIEW ORDER'))
    await until(() => expect(router.state.location.pathname).toBe('/ordercart'))
    await until(() => sheet())
    await key(sheet(), 'Escape')
    expect(net.calls).toEqual([])
  })

  it('an order that is gone is offered again, or given up (N16)', async () => {
    const lost = [
      {
        line: { ...lineOfDish, quantity: 2 },
        shown: { name: 'Margherita', unitCents: 1600, modifiers: [] },
      },
    ]
    const { db, router } = await open()
    await inAct(() =>
      db.tickets.toCollection().modify((row) => {
        delete row.snapshot
        delete row.ticketId
        row.lost = lost
      }),
    )
    await until(() => expect(find('section', 'Your earlier order').textContent).toContain('2 × Margherita'))
    await press(button('No, thank you'))
    await until(() => expect(router.state.location.pathname).toBe('/'))
    expect(await inAct(() => db.tickets.count())).toBe(0)
  })

  it('offers the dishes of an order that gave way to this one, to be added to it', async () => {
    const { db, active } = await open()
    const lost = [
      { line: lineOfDish, shown: { name: 'Calzone', unitCents: 1800, modifiers: [] }, isOther: true },
    ]
    await inAct(() => db.tickets.toCollection().modify((row) => void (row.lost = lost)))
    await until(() => expect(find('section', 'Your earlier order').textContent).toContain('1 × Calzone'))
    await press(button('Add these dishes'))
    await until(async () =>
      expect(await active()).toMatchObject({
        row: { ticketId: 'ticket-1' },
        pending: [{ change: { kind: 'item.add', shown: { name: 'Calzone' } } }],
      }),
    )
    expect((await active())?.row.lost).toBeUndefined()
  })
})
