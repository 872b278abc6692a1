// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addDays, localTime } from '#contract/local-time.ts'
import { withSoldOut } from '#contract/rules/sold-out-book.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { captureView } from '#lib/paint/kept-view.ts'
import { category, dish, menu, menusPage } from '../support/menus.tsx'
import { inAct, orderPage, type OrderPageOptions } from '../support/order-page.tsx'
import { find, press, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  document.body.replaceChildren()
  sessionStorage.clear()
})

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const margherita = dish('Margherita', {
  omnivore_id: 'dinner.pizza.margherita',
  omnivore: { price_per_unit: 1600 },
})
const dinner = menu('Dinner', [category('Pizza', [margherita, dish('Bianca')])])
const today = [{ item_id: margherita.omnivore_id, until: inMinutes(45) }]
const words = () => document.body.textContent

describe('a dish that has run out, on the menu', () => {
  it.each([
    ['/order', 'Sold out today'],
    ['/order/dinner/category/pizza', 'Sold out today'],
    ['/menus/dinner/category/pizza', 'Sold out today'],
    ['/menus/dinner/category/pizza/item/margherita', 'Sold out today'],
  ])('%s says so', async (at, text) => {
    await show(menusPage([dinner], at, { soldOut: today }).page)
    await until(() => expect(words()).toContain(text))
  })

  it('cannot be added, and its button explains why', async () => {
    const { page, recorded } = menusPage([dinner], '/order', { soldOut: today })
    await show(page)
    const add = await until(() => find('button', 'Margherita: Sold out today'))
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await press(add)
    expect(recorded).toEqual([])
    await until(() => find('button', 'Add Bianca'))
  })

  it('cannot be added on its own page either, where the button keeps the focus and is explained', async () => {
    const { page, recorded } = menusPage([dinner], '/order/dinner/category/pizza/item/margherita', {
      soldOut: today,
    })
    await show(page)
    const add = await until(() => find<HTMLButtonElement>('button[type=submit]', /^SOLD OUT/))
    expect([add.disabled, add.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    expect(document.getElementById(add.getAttribute('aria-describedby')!)!.textContent).toBe('Sold out today')
    await press(add)
    expect(recorded).toEqual([])
  })

  it('is back when its time is over, and names no day if it has no end', async () => {
    const over = [{ item_id: margherita.omnivore_id, until: inMinutes(-1) }]
    await show(menusPage([dinner], '/order', { soldOut: over }).page)
    await until(() => find('button', 'Add Margherita'))
    await leavePage()
    await show(menusPage([dinner], '/order', { soldOut: [{ item_id: margherita.omnivore_id }] }).page)
    await until(() => find('button', 'Margherita: Sold out'))
  })

  it('is in no kept view: on a later evening it is available again', async () => {
    await show(menusPage([dinner], '/order', { soldOut: today }).page)
    await until(() => find('button', 'Margherita: Sold out today'))
    expect(captureView(document.body)?.markup ?? '').not.toContain('Sold out today')
  })
})

describe('a dish that has run out, on the order', () => {
  const plain = line({ modifiers: [] })
  const open = async (options: OrderPageOptions = {}) => {
    const made = await orderPage({
      at: '/ordercart',
      ticket: snapshotOf({ items: [plain] }),
      book: { menus: [dinner] },
      copy: { sold_out: today },
      ...options,
    })
    await show(made.page)
    return made
  }

  it('is marked at its line and removed with one tap', async () => {
    const { active } = await open()
    await until(() => find('dialog[open]', 'Sold out today'))
    expect(find('ul', 'Your order').textContent).toContain('Sold out today')
    await press(find('ul button', 'Remove Margherita'))
    await until(() => expect(document.querySelector('dialog[open]')).toBeNull())
    expect((await active())?.pending.map((one) => one.change)).toEqual([{ kind: 'item.remove', lineId: 'a' }])
  })

  it('keeps checkout before payment, with the times as the other way on', async () => {
    const date = addDays(localTime(Date.now(), 'America/New_York').date, 1)
    const slots = [{ enable: true, display: '6:00pm', value: '6:00pm' }]
    const { settings } = snapshotOf()
    const days = [{ date, date_to_show: date, available_time_slots: slots }]
    await open({
      at: '/ordercheckout',
      ticket: snapshotOf({
        items: [plain],
        settings: { ...settings, available_order_ahead_time_slots_for_the_future: days },
      }),
    })
    await until(() => expect(words()).toContain('Sold out today: Margherita. You won’t be charged'))
    expect(words()).not.toContain('CONTINUE')
    await press(find('button', 'ORDER FOR LATER'))
    // The order type comes first, as usual.
    await press(await until(() => find('label', /Curbside pickup/)))
    await press(find('button', 'CONTINUE'))
    await until(() => expect(words()).toContain('You can have it at these times.'))
    expect(find<HTMLSelectElement>('select', 'Date').value).toBe(date)
  })

  it('offers the first other day to an order for today, and goes on from there', async () => {
    const day = localTime(Date.now(), 'America/New_York').date
    const later = addDays(day, 1)
    const slots = [{ enable: true, display: '6:00pm', value: '6:00pm' }]
    const { settings } = snapshotOf()
    const days = [day, later].map((date) => ({ date, date_to_show: date, available_time_slots: slots }))
    keepStep('time')
    const { active } = await open({
      at: '/ordercheckout',
      copy: { sold_out: [{ item_id: margherita.omnivore_id, until: inMinutes(24 * 60) }] },
      ticket: snapshotOf({
        items: [plain],
        use_curbside: true,
        ready_date: day,
        ready_time: '12:00am',
        settings: {
          ...settings,
          available_order_ahead_time_slots_for_the_future: [...days, { ...days[1]!, date: addDays(day, 2) }],
        },
      }),
    })
    await until(() => expect(words()).toContain('You can have it at these times.'))
    const time = find<HTMLSelectElement>('select', 'Time')
    expect(find<HTMLSelectElement>('select', 'Date').value).not.toBe(day)
    expect(time.value).toBe('6:00pm')
    await press(find('button', 'CONTINUE'))
    const [change] = (await active())!.pending.map((one) => one.change)
    expect(change).toMatchObject({ kind: 'ticket.update', body: { ready_time_v2: '6:00pm' } })
  })

  it('is the one reason that the times give for another day: the hour itself is still offered', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T17:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const day = '2026-11-20'
    const slots = [{ enable: true, display: '6:00pm', value: '6:00pm' }]
    const days = [day, addDays(day, 1)].map((date) => ({
      date,
      date_to_show: date,
      available_time_slots: slots,
    }))
    keepStep('time')
    await open({
      at: '/ordercheckout',
      copy: { sold_out: [{ item_id: margherita.omnivore_id, until: inMinutes(24 * 60) }] },
      ticket: snapshotOf({
        items: [plain],
        use_curbside: true,
        ready_date: day,
        ready_time: '6:00pm',
        settings: { ...snapshotOf().settings, available_order_ahead_time_slots_for_the_future: days },
      }),
    })
    await until(() => expect(words()).toContain('You can have it at these times.'))
    expect(words()).not.toContain('no longer available')
    expect(find<HTMLSelectElement>('select', 'Date').value).not.toBe(day)
  })

  it('is back on an order whose own time is past, too', async () => {
    const yesterday = addDays(localTime(Date.now(), 'America/New_York').date, -1)
    await open({
      copy: { sold_out: [{ item_id: margherita.omnivore_id, until: inMinutes(-30) }] },
      ticket: snapshotOf({ items: [plain], ready_date: yesterday, ready_time: '6:00pm' }),
    })
    await until(() => find('button', 'CONTINUE'))
    await inAct(async () => undefined)
    expect(words()).not.toContain('Sold out')
  })

  it('may be on an order for a time after it', async () => {
    const later = {
      ready_date: addDays(localTime(Date.now(), 'America/New_York').date, 2),
      ready_time: '6:00pm',
    }
    await open({ ticket: snapshotOf({ items: [plain], ...later }) })
    await until(() => find('button', 'CONTINUE'))
    await inAct(async () => undefined)
    expect(words()).not.toContain('Sold out')
  })
})

describe('a book with what has run out', () => {
  const book = { menus: [dinner] }

  it('is the same while nothing has, and is made once for what has', () => {
    expect(withSoldOut(book, undefined, 0)).toBe(book)
    expect(withSoldOut(book, [{ item_id: 'other', until: inMinutes(-1) }], Date.now())).toBe(book)
    const marked = withSoldOut(book, today, Date.now())
    expect(withSoldOut(book, [...today], Date.now())).toBe(marked)
    const [sold, other] = marked.menus[0]!.categories[0]!.items
    expect(sold).toMatchObject({ available: false, soldOutToday: 'Sold out today' })
    expect(other).toBe(dinner.categories[0]!.items[1])
  })
})
