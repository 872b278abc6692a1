// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, localTime } from '#contract/local-time.ts'
import { openingWords } from '#contract/rules/opening-words.ts'
import { pauseTexts } from '#contract/rules/order-pause.ts'
import type { OrderPause } from '#contract/schemas/location.ts'
import { category, choice, dish, menu, menusPage, section, value } from '../support/menus.tsx'
import { location } from '../support/merchant-data.ts'
import { orderPage, type OrderPageOptions } from '../support/order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const open = async (options: OrderPageOptions) => {
  const { page } = await orderPage({ at: '/ordercart', ticket: snapshotOf({ items: [line()] }), ...options })
  await show(page)
  await until(() => find('h1'))
}
const paused = { copy: { order_pause: { until: inMinutes(45), reason: 'busy' } } }
const note = () => find('[role=status]', /^No new orders right now/).textContent
const hasNote = () => document.body.textContent.includes('No new orders right now')

describe('a guest while no new orders are taken', () => {
  it.each(['/ordercart', '/ordercheckout'])('reads it before paying, at %s', async (at) => {
    await open({ ...paused, at })
    await until(() =>
      expect(note()).toMatch(
        /is taking no new orders until \d+:\d\d[ap]m\.The kitchen is very busy right now\.You can put your order together now/,
      ),
    )
  })

  it('reads only about today if it is for the rest of the day, and sees no unknown reason', async () => {
    const pause = { until: inMinutes(45), rest_of_day: true, reason: 'flood' }
    await open({ copy: { order_pause: pause } })
    await until(() => expect(note()).toMatch(/is taking no more orders today\.What you put together is kept/))
  })

  it('reads nothing about it once it is over, or if the restaurant says nothing', async () => {
    await open({ copy: { order_pause: { until: inMinutes(-1) } } })
    await until(() => find('button', 'CONTINUE'))
    expect(hasNote()).toBe(false)
  })

  it('reads nothing of it with an order for a time after it', async () => {
    const later = { ready_date: addDays(localTime(Date.now(), 'UTC').date, 2), ready_time: '6:00pm' }
    await open({ ...paused, ticket: snapshotOf({ items: [line()], ...later }) })
    await until(() => find('button', 'CONTINUE'))
    expect(hasNote()).toBe(false)
  })
})

describe('a guest while the kitchen is closed and takes no orders for later', () => {
  const minutesAhead = 26 * 60
  const closed = { until: inMinutes(minutesAhead), reason: 'closed' }
  const opens = () =>
    openingWords({
      minutes: localTime(Date.parse(closed.until), zone).minutes,
      day: localTime(Date.parse(closed.until), zone).day,
    })
  const { time_zone: zone } = location()
  const sizes = [section('Size', { choices: [choice([value('16 inch'), value('12 inch')])] })]
  const food = [
    menu('Dinner', [category('Food', [dish('Margherita', { custom_options: sizes }), dish('Marinara')])]),
  ]
  const openMenu = async (at: string, pause: OrderPause = closed) => {
    await show(menusPage(food, at, { pause }).page)
    await until(() => find('h1'))
  }
  const closedNote = () => find('[role=status]', /^Ordering is closed right now/).textContent

  it('reads it on the ordering page, with when it opens, and nothing there adds a dish', async () => {
    await openMenu('/order')
    await until(() =>
      expect(closedNote()).toBe(
        `Ordering is closed right nowOrdering opens ${opens()}.You can look through the menu in the meantime.`,
      ),
    )
    await until(() => expect(document.body.textContent).toContain('Margherita'))
    expect(document.querySelectorAll('button[aria-label^="Add "]')).toHaveLength(0)
    // In a wide window the order beside the dishes does not ask for any, either.
    await until(() => expect(find('aside', 'Your order').textContent).toBe('Your orderNothing here yet.'))
  })

  it('finds the page as it stood before: the line below its name stays, and the note comes below the dishes', async () => {
    await openMenu('/order')
    await until(() => expect(closedNote()).toContain('Ordering opens'))
    expect(find('h1 + p').textContent).toMatch(/^(Open until|Closed, opens) /)
    const note = find('[role=status]', /^Ordering is closed right now/)
    expect(find('section', 'Dinner').compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('reads it on the dish above what could be chosen, and nothing adds it', async () => {
    await openMenu('/order/dinner/category/food/item/margherita')
    await until(() => expect(closedNote()).toContain(`Ordering opens ${opens()}.`))
    expect(document.querySelector('button[type=submit]')).toBeNull()
    // There is no space at the bottom for the missing bar, either.
    expect(document.querySelector('[data-add-bar]')).toBeNull()
    const note = find('[role=status]', /^Ordering is closed right now/)
    expect(find('legend', /Size/).compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  })

  it('adds dishes as usual once it has opened, whatever the device read before', async () => {
    await openMenu('/order/dinner/category/food/item/margherita', { ...closed, until: inMinutes(-1) })
    await until(() => find('[data-add-bar] button[type=submit]', /^ADD TO ORDER/))
    expect(document.body.textContent).not.toContain('Ordering is closed')
  })

  it('reads in the cart that the order is kept', async () => {
    await open({ copy: { order_pause: closed } })
    await until(() => expect(closedNote()).toContain('What you put together is kept on this device.'))
  })
})

it('says until when in the restaurant’s time zone', () => {
  const pause = { until: '2026-11-21T01:45:00.000Z' }
  expect(pauseTexts('Napoli', pause, 'America/New_York')).toEqual([
    'Napoli is taking no new orders until 8:45pm.',
  ])
})
