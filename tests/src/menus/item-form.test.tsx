// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MenuItem } from '#contract/schemas/menu.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { AttemptRow } from '#db/attempts.ts'
import { category, choice, dish, entry, menu, menusPage, section, value } from '../support/menus.tsx'
import { find, press, pressAt, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf, ticketRow } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  sessionStorage.clear()
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView = () => undefined
})

const pizza = dish('Margherita', {
  omnivore: { price_per_unit: 1600 },
  custom_options: [
    section('Size', {
      choices: [
        choice([
          value('12 inch', { default: true }),
          value('16 inch', {
            price: 600,
            sections: [
              section('Cut', {
                choices: [
                  choice([
                    value('Wedges'),
                    value('Squares', { toggle: [{ name: 'Small', price: 0, omnivore_id: 'small' }] }),
                  ]),
                ],
              }),
            ],
          }),
        ]),
      ],
    }),
    section('Toppings', {
      customization: true,
      checklist: [
        entry('Basil', { selected: true }),
        entry('Salami', {
          price: 300,
          toggle: [
            { name: 'Light', price: 0, omnivore_id: 'light' },
            { name: 'Double', price: 200, omnivore_id: 'double' },
          ],
        }),
      ],
    }),
  ],
})

const at = '/order/dinner/category/food/item'
const open = async (item: MenuItem, { search = '', beside = [] as MenuItem[] } = {}) => {
  const made = menusPage(
    [menu('Dinner', [category('Food', [item, ...beside])])],
    `${at}/${item.external_id}${search}`,
  )
  await show(made.page)
  await until(() => find('form'))
  return made
}
const add = () => find<HTMLButtonElement>('button[type=submit]')
/** As assistive technology is told: a press still leads to the open choice. */
const isDisabled = () => add().disabled || add().getAttribute('aria-disabled') === 'true'
const row = (name: string) => find<HTMLInputElement>('label input', new RegExp(`^${name}`))
const marker = () => find('form').dataset['saving']
const statuses = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent)
/** The ids that the last press of ADD or SAVE sends. */
const sentBy = (made: Awaited<ReturnType<typeof open>>) => {
  const change = made.recorded.at(-1)!
  if (change.kind !== 'item.add' && change.kind !== 'item.change') throw new Error(change.kind)
  return { ...change, ids: change.line.modifiers.map(({ modifier }) => modifier) }
}

describe('choosing', () => {
  it('starts with the default of a required choice; nested choices appear with their value; the total is live and announced @ST-21 @RT-20 @MO-05 @EN-21', async () => {
    const made = await open(pizza)
    expect(row('12 inch').checked).toBe(true)
    expect(add().textContent).toBe('ADD TO ORDER$16.00')
    expect(statuses()).not.toContain('Total $16.00')
    await press(row('16 inch'))
    expect(add().textContent).toBe('ADD TO ORDER$22.00')
    expect(statuses()).toContain('Total $22.00')
    // The nested choice has no default: a text asks for it.
    expect(isDisabled()).toBe(true)
    expect(statuses()).toContain('Still to choose: Cut')
    await press(row('Squares'))
    await press(find('button', 'Small'))
    expect(isDisabled()).toBe(false)
    await press(add())
    expect(sentBy(made).ids).toEqual(['16-inch', 'squares', 'small'])
  })

  it('one toggle at most, another in its place, and none when the picked one is picked again @ST-22 @EN-22', async () => {
    const made = await open(pizza)
    await press(row('Salami'))
    const pressed = () => [...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.textContent)
    await press(find('button', 'Light'))
    expect(pressed()).toEqual(['Light'])
    await pressAt(find('button', 'Double +$2.00'), 1000)
    expect(pressed()).toEqual(['Double +$2.00'])
    expect(add().textContent).toBe('ADD TO ORDER$21.00')
    // The second tap of a double tap does not deselect it.
    await pressAt(find('button', 'Double +$2.00'), 1200)
    expect(pressed()).toEqual(['Double +$2.00'])
    await pressAt(find('button', 'Double +$2.00'), 2000)
    expect(pressed()).toEqual([])
    expect(add().textContent).toBe('ADD TO ORDER$19.00')
    await press(add())
    expect(sentBy(made).ids).toEqual(['12-inch', 'salami'])
  })

  it('shows how much of a picked value right below it, above the values that follow', async () => {
    const side = { name: 'On the side', price: 0, omnivore_id: 'side' }
    const sauces = section('Sauce', { choices: [choice([value('Red', { toggle: [side] }), value('White')])] })
    await open(dish('Ribs', { custom_options: [sauces] }))
    await press(row('Red'))
    // The same order on the screen, for the Tab key and for a screen reader.
    const [picked, much, next] = [row('Red'), find('[role=group]', 'How much Red'), row('White')]
    expect(picked.compareDocumentPosition(much)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(much.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await press(next)
    expect(document.querySelectorAll('button[aria-pressed]')).toHaveLength(0)
  })

  it('sends of a checklist only what differs from the dish as it comes @ST-23 @EN-23', async () => {
    const made = await open(pizza)
    await press(row('Basil'))
    await press(row('Salami'))
    await press(add())
    expect(sentBy(made).ids).toEqual(['12-inch', 'no-basil', 'salami'])
  })

  it('one to ten of a dish, and no more @VA-11 @BC-12 @MO-05', async () => {
    const made = await open(pizza)
    const [less, more] = [
      find<HTMLButtonElement>('button', 'One less'),
      find<HTMLButtonElement>('button', 'One more'),
    ]
    // Not `disabled`, which would take the focus away.
    const ends = () => [less, more].map((one) => [one.disabled, one.getAttribute('aria-disabled')])
    expect(ends()).toEqual([
      [false, 'true'],
      [false, 'false'],
    ])
    await press(less)
    for (let times = 0; times < 12; times++) await press(more)
    expect(ends()).toEqual([
      [false, 'false'],
      [false, 'true'],
    ])
    expect(add().textContent).toBe('ADD TO ORDER$160.00')
    await press(add())
    expect(sentBy(made).line.quantity).toBe(10)
  })

  it.each([
    [
      'a required choice without an ordering id',
      [section('Size', { choices: [choice([value('Small', { omnivore_id: [], default: true })])] })],
      'Still to choose: Size',
    ],
    [
      'two choices of one name',
      [section('Side', { choices: [choice([value('Slaw', { default: true })]), choice([value('Slaw')])] })],
      'Still to choose: Side 2',
    ],
  ])('%s disables ADD TO ORDER, with the reason in words @VA-11', async (_name, custom_options, message) => {
    await open(dish('Platter', { custom_options }))
    expect(isDisabled()).toBe(true)
    expect(statuses()).toContain(message)
    await press(add())
    expect(document.activeElement?.getAttribute('type')).toBe('radio')
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('an entry without ids disables it once it is changed @VA-11', async () => {
    await open(
      dish('Bowl', {
        custom_options: [section('On it', { checklist: [entry('Egg', { selected_omnivore_id: [] })] })],
      }),
    )
    expect(isDisabled()).toBe(false)
    await press(row('Egg'))
    expect(isDisabled()).toBe(true)
    expect(statuses()).toContain('Egg cannot be changed')
  })

  it('a sold-out dish is shown with its words and cannot be ordered [B1]', async () => {
    const made = await open({ ...pizza, available: false })
    expect(isDisabled()).toBe(true)
    expect(add().textContent).toBe('SOLD OUT$16.00')
    expect(statuses()).toContain('Sold out for now. It may be back another day.')
    expect(made.recorded).toEqual([])
  })

  it('the same answer twice on a platter is distinguished by its question', async () => {
    const side = (at: number) =>
      choice([value('Slaw', { id: `slaw-${at}`, omnivore_id: [`slaw-${at}`], default: true })])
    const made = await open(
      dish('Platter', { custom_options: [section('Side', { choices: [side(1), side(2)] })] }),
    )
    expect([...document.querySelectorAll('legend span:first-child')].map((one) => one.textContent)).toEqual([
      'Side 1',
      'Side 2',
    ])
    await press(add())
    expect(sentBy(made).shown.modifiers.map(({ name }) => name)).toEqual(['Side 1: Slaw', 'Side 2: Slaw'])
  })
})

describe('saving', () => {
  it('dims the page and confirms; closing goes back to the start, and the focus to the button @ST-18 @ST-19 @MO-06 @MO-07', async () => {
    const made = await open(pizza)
    expect(marker()).toBe('-1')
    add().focus()
    await press(add())
    const dialog = await until(() => find<HTMLDialogElement>('dialog', 'ADDED TO ORDER'))
    expect(dialog.open).toBe(true)
    expect(marker()).toBe('0')
    expect(dialog.textContent).toContain('1 × Margherita$16.00')
    expect(dialog.textContent).toContain('12 inch')
    expect(dialog.textContent).toContain('Total, estimated$16.00 + tax')
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(find('dialog a', 'ADD MORE ITEMS').getAttribute('href')).toBe('/order')
    await press(find('dialog button', 'Close'))
    expect(document.querySelector('dialog')).toBeNull()
    expect(marker()).toBe('-1')
    expect(document.activeElement).toBe(add())
    // Once more: it adds another line.
    await press(add())
    await press(await until(() => find('dialog button', 'REVIEW ORDER')))
    await until(() => expect(made.router.state.location.pathname).toBe('/ordercart'))
    expect(made.recorded).toHaveLength(2)
  })

  it('handles a second tap by the state at the time of the tap, however late a busy phone processes it', async () => {
    await open(pizza)
    const tap = (on: Element, timeStamp: number) =>
      act(async () => {
        for (const kind of ['pointerdown', 'click']) {
          const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientX: 10, clientY: 10 })
          Object.defineProperty(event, 'timeStamp', { value: timeStamp })
          on.dispatchEvent(event)
        }
      })
    const openedAt = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => openedAt)
    onTestFinished(() => clock.mockRestore())
    await tap(add(), openedAt)
    const dialog = await until(() => find<HTMLDialogElement>('dialog', 'ADDED TO ORDER'))
    clock.mockImplementation(() => openedAt + 3000)
    await tap(dialog, openedAt + 100)
    expect(document.querySelector('dialog')).toBe(dialog)
    await tap(dialog, openedAt + 2000)
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('shows the restaurant’s words in a banner headed Error @ER-12 @ST-18', async () => {
    const made = await open(pizza)
    await press(add())
    await until(() => find('dialog'))
    const refusal = {
      opId: 'op-1',
      change: made.recorded[0]!,
      messages: ['Margherita is sold out for now.'],
      refusedAt: 0,
    }
    await made.setTicket({ row: ticketRow({ refusals: [refusal] }), pending: [] })
    expect(find('[role=alert]').textContent).toBe('ErrorMargherita is sold out for now.')
    expect(marker()).toBe('2')
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('a device that is full says so, and nothing is confirmed @ST-18', async () => {
    const made = await open(pizza)
    made.fillDevice()
    await press(add())
    await until(() => expect(find('[role=alert]').textContent).toContain('couldn’t be saved on this device'))
    expect(marker()).toBe('2')
    expect(document.querySelector('dialog')).toBeNull()
    expect(isDisabled()).toBe(false)
  })
})

describe('a line that is edited', () => {
  const saved = (modifiers: string[], name = (id: string) => id) =>
    ticketRow({
      snapshot: snapshotOf({
        items: [
          line({
            menu_category_external_id: 'food',
            modifiers: modifiers.map((modifier) => ({ modifier, name: name(modifier), price: 0 })),
            quantity: 3,
          }),
        ],
      }),
    })
  const edit = async (modifiers: string[], item = pizza) => {
    const made = menusPage([menu('Dinner', [category('Food', [item])])], `${at}/margherita?line=a`)
    await made.setTicket({ row: saved(modifiers), pending: [] })
    await show(made.page)
    await until(() => find('form'))
    return made
  }

  it('starts from its own picks and is saved under its own number @ST-20 @ST-21 @MO-05 @EN-35', async () => {
    const made = await edit(['16-inch', 'wedges', 'no-basil', 'salami', 'double'])
    expect(row('16 inch').checked).toBe(true)
    expect(row('Wedges').checked).toBe(true)
    expect(row('Basil').checked).toBe(false)
    expect(find('button', 'Double +$2.00').getAttribute('aria-pressed')).toBe('true')
    expect(add().textContent).toBe('SAVE TO ORDER$81.00')
    await press(row('Squares'))
    await press(add())
    expect(sentBy(made)).toMatchObject({
      kind: 'item.change',
      lineId: 'a',
      ids: ['16-inch', 'squares', 'no-basil', 'salami', 'double'],
    })
    await until(() => find('dialog', 'SAVED TO ORDER'))
  })

  it('a customization that is removed is as the dish comes, and the rest stays @ST-21 @EN-19', async () => {
    const made = await edit(['16-inch', 'wedges', 'no-basil', 'salami'])
    await press(find('button', 'Remove customization'))
    expect(row('Basil').checked).toBe(true)
    expect(row('Salami').checked).toBe(false)
    expect(document.activeElement?.textContent).toBe('CUSTOMIZE Toppings')
    expect(document.querySelector('details')!.open).toBe(true)
    await press(add())
    expect(sentBy(made).ids).toEqual(['16-inch', 'wedges'])
  })

  it('as the dish comes, there is nothing to remove', async () => {
    await edit(['12-inch'])
    expect(document.querySelector('details')!.open).toBe(false)
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).not.toContain(
      'Remove customization',
    )
  })

  it('says what the dish no longer has, and asks for a choice that is new; nothing is picked silently [B3]', async () => {
    const changed = {
      ...pizza,
      custom_options: [
        ...pizza.custom_options,
        section('Crust', { choices: [choice([value('Thin', { default: true })])] }),
      ],
    }
    await edit(['12-inch', 'anchovies'], changed)
    await until(() =>
      expect(find('[role=status]', /Not offered anymore/).textContent).toBe(
        'Not offered anymoreanchovies. Everything else is as you chose it.',
      ),
    )
    expect(row('Thin').checked).toBe(false)
    expect(isDisabled()).toBe(true)
    expect(statuses()).toContain('Still to choose: Crust')
  })

  it('says if the line is gone, and adds the dish again', async () => {
    const made = menusPage([menu('Dinner', [category('Food', [pizza])])], `${at}/margherita?line=gone`)
    await made.setTicket({ row: saved(['12-inch']), pending: [] })
    await show(made.page)
    await until(() => find('[role=status]', /This dish is not on your order anymore/))
    expect(add().textContent).toBe('ADD TO ORDER$16.00')
  })

  it('keeps the choices if the line is removed meanwhile, and adds it back with them', async () => {
    const made = await edit(['16-inch', 'wedges'])
    await press(row('Salami'))
    await act(() => made.setTicket({ row: ticketRow({ snapshot: snapshotOf({ items: [] }) }), pending: [] }))
    await until(() => find('[role=status]', /This dish is not on your order anymore/))
    expect(add().textContent).toBe('ADD TO ORDER$75.00')
    await press(add())
    expect(sentBy(made)).toMatchObject({ kind: 'item.add', ids: ['16-inch', 'wedges', 'salami'] })
  })

  it('is not one of another dish, whose choices are not this one’s', async () => {
    const other = { ...pizza, external_id: 'other', name: 'Other' }
    const made = menusPage([menu('Dinner', [category('Food', [pizza, other])])], `${at}/other?line=a`)
    await made.setTicket({ row: saved(['12-inch']), pending: [] })
    await show(made.page)
    await until(() => find('[role=status]', /This dish is not on your order anymore/))
  })
})

describe('an order with money on it', () => {
  const payment = {
    display_name: 'Visa',
    display_amount: '$5.00',
    tip: '$0.00',
    tender_type: 'card',
  } as TicketOrder['payments'][number]

  it.each([
    [
      'paid and not placed',
      { snapshot: snapshotOf({ status: 'PaymentComplete' }) },
      undefined,
      'PLACE YOUR ORDER',
    ],
    ['paid in part', { snapshot: snapshotOf({ payments: [payment] }) }, undefined, 'CONTINUE YOUR ORDER'],
    ['a payment of which nothing is known yet', {}, { kind: 'payment' } as AttemptRow, 'SEE YOUR ORDER'],
  ])('%s: it says so and leads on instead of a refusal', async (_name, row_, attempt, way) => {
    const made = await open(pizza)
    await made.setTicket({ row: ticketRow(row_), pending: [], attempt })
    expect(document.querySelector('button[type=submit]')).toBeNull()
    expect((await until(() => find('form a', way))).getAttribute('href')).toBe('/ordercheckout')
    expect(made.recorded).toEqual([])
  })
})
