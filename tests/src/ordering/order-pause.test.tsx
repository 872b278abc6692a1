// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, localTime } from '#contract/local-time.ts'
import { pauseTexts } from '#contract/rules/order-pause.ts'
import { orderPage, type OrderPageOptions } from '../support/order-page.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  window.scrollTo = () => undefined
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

  it('reads of today alone where it is for the rest of the day, and of no reason that is not known', async () => {
    const pause = { until: inMinutes(45), rest_of_day: true, reason: 'flood' }
    await open({ copy: { order_pause: pause } })
    await until(() => expect(note()).toMatch(/is taking no more orders today\.What you put together is kept/))
  })

  it('reads nothing of it once it is over, nor where the restaurant says nothing', async () => {
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

it('says until when by the clock on the restaurant’s wall', () => {
  const pause = { until: '2026-11-21T01:45:00.000Z' }
  expect(pauseTexts('Napoli', pause, 'America/New_York')).toEqual([
    'Napoli is taking no new orders until 8:45pm.',
  ])
})
