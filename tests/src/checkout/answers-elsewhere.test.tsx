// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { localTime } from '#contract/local-time.ts'
import { deviceZone } from '#contract/time-zones.ts'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { openCheckout, ordered, settings } from '../support/checkout-page.tsx'
import { find, setMedia, until } from '../support/screen.tsx'

/** The answers so far at another restaurant: one with other order types, or in another time zone. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const zones = ['Asia/Kolkata', deviceZone()] as const

it.each([
  { where: 'in another time zone names that zone', zone: zones[0], text: 'Today, 6:00 PM (Kolkata time)' },
  { where: 'in the device’s own names none', zone: zones[1], text: 'Today, 6:00 PM' },
])('the time of an order at a restaurant $where (T4)', async ({ zone, text }) => {
  keepStep('payment')
  const date = localTime(Date.now(), zone).date
  const available_time_slots = [{ enable: true, display: '6:00 PM', value: '6:00pm' }]
  const days = [{ date, date_to_show: date, available_time_slots }]
  await openCheckout({
    copy: { time_zone: zone },
    ticket: ordered({
      ready_date: date,
      ready_time: '6:00pm',
      settings: { ...settings, available_order_ahead_time_slots_for_the_future: days },
    }),
  })
  await until(() => expect(find('li', /^Time/).textContent).toBe(`Time${text}Change`))
})

it.each([
  { ways: ['delivery', 'curbside'], legend: 'Delivery or pickup' },
  { ways: ['curbside'], legend: 'Pickup' },
  { ways: ['curbside', 'pickup'], legend: 'Pickup' },
  { ways: ['delivery'], legend: 'Delivery' },
])('a restaurant that offers $ways asks for $legend', async ({ ways, legend }) => {
  keepStep('delivery')
  await openCheckout({
    ticket: ordered({
      settings: {
        ...settings,
        show_delivery_option: ways.includes('delivery'),
        show_curbside_option: ways.includes('curbside'),
        show_pickup_option: ways.includes('pickup'),
      },
    }),
  })
  await until(() => expect(find('legend').textContent).toBe(legend))
})
