import { describe, expect, it } from 'vitest'
import { withOwnSlot } from '#features/checkout/own-slot.ts'

const slot = (value: string, enable: boolean) => ({ value, display: value, enable })
const day = (date: string, ...slots: ReturnType<typeof slot>[]) => ({
  date,
  date_to_show: date,
  available_time_slots: slots,
})
const held = { ready_time_held: true, ready_date: '2026-11-21', ready_time: '6:30pm' }

describe('the time that the kitchen keeps for an order', () => {
  const days = [
    day('2026-11-21', slot('6:00pm', true), slot('6:30pm', false)),
    day('2026-11-22', slot('6:00pm', true)),
  ]

  it('can be chosen by its holder, though nobody else can choose it', () => {
    expect(withOwnSlot(days, held)).toEqual([
      day('2026-11-21', slot('6:00pm', true), slot('6:30pm', true)),
      days[1],
    ])
  })

  it('is there, in its place, also when its day has nothing else left', () => {
    expect(withOwnSlot([days[1]!], held)).toEqual([day('2026-11-21', slot('6:30pm', true)), days[1]])
  })

  it('belongs to nobody who does not hold it', () => {
    expect(withOwnSlot(days, { ...held, ready_time_held: false })).toBe(days)
    expect(withOwnSlot(days, undefined)).toBe(days)
  })
})
