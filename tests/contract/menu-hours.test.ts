import { describe, expect, it } from 'vitest'
import type { LocalTime } from '#contract/local-time.ts'
import {
  isServed,
  servedFirst,
  type ServedMenu,
  servedText,
  slotsWhileServed,
} from '#contract/rules/menu-hours.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import type { SlotDay } from '#contract/schemas/ticket-order.ts'

const none: OpeningHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}
const lunch: ServedMenu = { name: 'Lunch', served: { ...none, monday: [['11:30', '16:00']] } }
const late: ServedMenu = { name: 'Late', served: { ...none, monday: [['22:00', '26:00']] } }
const always: ServedMenu = { name: 'Drinks' }
const at = (day: LocalTime['day'], hour: number, minute = 0): LocalTime => ({
  date: day === 'monday' ? '2026-11-23' : '2026-11-24',
  day,
  minutes: hour * 60 + minute,
})

describe('when a menu is served', () => {
  it.each<[string, ServedMenu, LocalTime, boolean, string | undefined]>([
    ['at its first minute', lunch, at('monday', 11, 30), true, undefined],
    ['not before', lunch, at('monday', 11, 29), false, 'Served from 11:30am'],
    ['not at its end', lunch, at('monday', 16), false, 'Served from Monday 11:30am'],
    ['past midnight, by the hours of the day before', late, at('tuesday', 1, 59), true, undefined],
    ['not after its end past midnight', late, at('tuesday', 2), false, 'Served from Monday 10:00pm'],
    ['always, without hours', always, at('tuesday', 3), true, undefined],
    ['never', { name: 'Closed', served: none }, at('monday', 12), false, 'Not served these days'],
  ])('%s', (_, menu, when, served, text) => {
    expect(isServed(menu, when)).toBe(served)
    expect(servedText(menu, when)).toBe(text)
  })

  it('puts those that are served now first, each group in its order', () => {
    expect(servedFirst([lunch, late, always], at('monday', 23)).map(({ name }) => name)).toEqual([
      'Late',
      'Drinks',
      'Lunch',
    ])
    expect(servedFirst([lunch, always], at('monday', 12))).toEqual([lunch, always])
  })

  it.each<[string, LocalTime, string[]]>([
    ['before it opens', at('monday', 9), ['Lunch', 'Drinks', 'Late']],
    ['between its meals', at('monday', 16, 30), ['Drinks', 'Lunch', 'Late']],
    ['on a day on which it is closed', at('tuesday', 12), ['Lunch', 'Drinks', 'Late']],
  ])('puts those first that are served as the house opens: %s', (_, when, names) => {
    const hours: OpeningHours = {
      ...none,
      monday: [
        ['11:30', '16:00'],
        ['17:00', '26:00'],
      ],
    }
    expect(servedFirst([lunch, always, late], when, { hours }).map(({ name }) => name)).toEqual(names)
  })

  it('goes by the special hours of a house, and by the time itself where it does not open again', () => {
    const hours: OpeningHours = { ...none, monday: [['11:30', '22:00']] }
    const special_days = [{ date: '2026-11-23', hours: [['17:00', '22:00']] as [string, string][] }]
    const names = (house: Parameters<typeof servedFirst>[2]) =>
      servedFirst([lunch, late, always], at('monday', 9), house).map(({ name }) => name)
    expect(names({ hours, special_days })).toEqual(['Drinks', 'Lunch', 'Late'])
    expect(names({ hours })).toEqual(['Lunch', 'Drinks', 'Late'])
    expect(names({ hours: none })).toEqual(['Drinks', 'Lunch', 'Late'])
  })
})

describe('the times to order for', () => {
  const day = (date: string, ...times: string[]): SlotDay => ({
    date,
    date_to_show: date,
    available_time_slots: times.map((value) => ({ enable: true, display: value, value })),
  })
  const days = [day('2026-11-23', '11:00am', '11:30am', '3:45pm', '4:00pm'), day('2026-11-24', '12:00pm')]
  const enabled = (list: readonly SlotDay[]) =>
    list.map(({ date, available_time_slots: slots }) => [
      date,
      ...slots.filter(({ enable }) => enable).map(({ value }) => value),
    ])

  it('are those at which every menu of the order is served; a day without any is left out', () => {
    expect(enabled(slotsWhileServed(days, [lunch, always]))).toEqual([['2026-11-23', '11:30am', '3:45pm']])
    expect(slotsWhileServed(days, [lunch, late])).toEqual([])
    expect(slotsWhileServed(days, [always])).toBe(days)
  })

  it('stay taken where they were', () => {
    const taken = days.map((one) => ({
      ...one,
      available_time_slots: one.available_time_slots.map((slot) => ({
        ...slot,
        enable: slot.value !== '11:30am',
      })),
    }))
    expect(enabled(slotsWhileServed(taken, [lunch]))).toEqual([['2026-11-23', '3:45pm']])
  })
})
