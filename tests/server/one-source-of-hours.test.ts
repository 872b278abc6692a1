import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addDays, days, formatTimeOfDay, localTime, openState, type OpenState } from '#contract/local-time.ts'
import { minutesOf } from '#contract/time-of-day.ts'
import { exportMerchant } from '#server/import/export-merchant.ts'
import { readMerchants } from '#server/import/import-merchants.ts'
import { writeMerchantFolder } from '#server/import/merchant-folder.ts'
import { readMerchant } from '#server/import/read-merchant.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import { listSlots } from '#server/modules/tickets/slots.ts'
import { fromSeed } from '../support/seeded-random.ts'
import { fixtureMerchants } from './support/larder.ts'

/**
 * `kitchen.hours` left out of `location.json`: orders are taken while the restaurant is open, by the hours shown to guests
 * (decision 086).
 */

type Roll = (below: number) => number
type Ranges = [string, string][]
type Edit = (file: Record<string, object>) => object

const minutesInDay = 24 * 60
const time = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function documentWith(edit: Edit): MerchantDocument {
  const folder = mkdtempSync(join(tmpdir(), 'larder-hours-'))
  cpSync(join(fixtureMerchants, 'tavola'), folder, { recursive: true })
  const path = join(folder, 'location.json')
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>
  const { hours: _hours, ...kitchen } = file['kitchen'] as { hours: unknown; slot_minutes: number }
  writeFileSync(path, JSON.stringify({ ...file, kitchen, ...edit(file) }))
  const problems: never[] = []
  const read = readMerchant(folder, 'tavola', problems, { allowMissingPictures: true })
  expect(problems).toEqual([])
  return read!.document
}

/** None, one or two ranges in ascending order; the last may end after midnight. */
function drawRanges(roll: Roll): Ranges {
  if (roll(6) === 0) return []
  const quarter = (from: number, below: number): number => from + 15 * roll(below)
  const from = quarter(6 * 60, 24)
  const until = quarter(from + 60, 16)
  if (roll(2) === 0) return [[time(from), time(until)]]
  const again = quarter(until + 15, 8)
  const end = Math.min(quarter(again + 45, 40), 36 * 60)
  return [
    [time(from), time(until)],
    [time(again), time(end)],
  ]
}

const drawHours = (roll: Roll): Record<string, Ranges> =>
  Object.fromEntries(days.map((day) => [day, drawRanges(roll)]))

/** For each quarter of an hour of a date: what the home page says, and which times the time step offers. */
function dayOfBoth({ location, kitchen }: MerchantDocument, date: string) {
  const zone = location.time_zone
  const slots = listSlots({ ...kitchen, slotMinutes: 15 }, zone, date)
  const says = (atMs: number): OpenState =>
    openState(location.hours!, localTime(atMs, zone), location.special_days)
  return { slots, says }
}

/** Guests read that the restaurant is open at every time they can choose, and can choose every quarter of an hour at which it is open. */
function expectAgreement(document: MerchantDocument, dates: readonly string[]): void {
  const { location } = document
  for (const date of dates) {
    const { slots, says } = dayOfBoth(document, date)
    const offered = new Set(slots.map(({ minutes }) => minutes))
    for (const { atMs, minutes } of slots)
      expect(says(atMs), `${document.label}, ${date} ${formatTimeOfDay(minutes)}`).toMatchObject({
        open: true,
      })
    const noon = localTime(Date.parse(`${date}T17:00:00Z`), location.time_zone)
    for (let minutes = 0; minutes < minutesInDay; minutes += 15) {
      const { open } = openState(location.hours!, { ...noon, minutes }, location.special_days)
      expect(offered.has(minutes), `${document.label}, ${date} ${formatTimeOfDay(minutes)}`).toBe(open)
    }
  }
}

/** Two weeks without a change of the clock. */
const weeks = Array.from({ length: 15 }, (_, count) => addDays('2026-11-16', count))

describe('a kitchen without hours of its own', () => {
  it.each(['bella', 'pearl', 'smoke'])('has those of the house in the demo: %s', (label) => {
    const { document } = readMerchants(resolve('merchants'), { allowMissingPictures: true }).find(
      (one) => one.document.label === label,
    )!
    expectAgreement(document, weeks)
    for (const [day, ranges] of Object.entries(document.location.hours!)) {
      const date = weeks.find((one) => days[new Date(`${one}T00:00Z`).getUTCDay()] === day)!
      const last = Math.max(...ranges.map(([, until]) => minutesOf(until)))
      const before = listSlots(document.kitchen, document.location.time_zone, date).at(-1)!
      expect(before.minutes, `${label}, the last time of a ${day}`).toBe(Math.min(last, minutesInDay) - 15)
    }
  })

  it.each(['bella', 'smoke'])(
    'is open in the demo where the clock of browser tests stands, on any day: %s',
    (label) => {
      const { document } = readMerchants(resolve('merchants'), { allowMissingPictures: true }).find(
        (one) => one.document.label === label,
      )!
      for (const date of weeks.slice(0, 7)) {
        const at = localTime(Date.parse(`${date}T18:30:00-05:00`), document.location.time_zone)
        const state = openState(document.kitchen.hours, at)
        expect(state, `${label}, ${date}`).toMatchObject({ open: true })
        // A long test places orders until its end.
        expect((state as { until: number }).until - at.minutes, `${label}, ${date}`).toBeGreaterThanOrEqual(
          150,
        )
      }
    },
  )

  it('takes orders at the times that guests read, whatever its week, its nights and its holidays', () =>
    fromSeed((roll) => {
      for (let restaurants = 0; restaurants < 40; restaurants++) {
        const special = weeks
          .filter(() => roll(4) === 0)
          .map((date) => ({ date, hours: drawRanges(roll), name: 'Some day' }))
        expectAgreement(
          documentWith(() => ({ hours: drawHours(roll), special_days: special })),
          weeks.slice(1),
        )
      }
    }))

  it('runs on with the night of a house that closes after midnight', () => {
    const week = Object.fromEntries(days.map((day) => [day, [['11:00', '25:00']]]))
    const { slots } = dayOfBoth(
      documentWith(() => ({ hours: week })),
      '2026-11-21',
    )
    expect(slots.slice(0, 5).map(({ minutes }) => formatTimeOfDay(minutes))).toEqual([
      '12:00am',
      '12:15am',
      '12:30am',
      '12:45am',
      '11:00am',
    ])
  })

  it('closes with the restaurant on a holiday, and follows a holiday’s own hours', () => {
    const document = documentWith(() => ({
      special_days: [
        { date: '2026-11-26', hours: [] },
        { date: '2026-11-27', hours: [['11:00', '15:00']], kitchen_hours: [['11:00', '14:30']] },
      ],
    }))
    expect(dayOfBoth(document, '2026-11-26').slots).toEqual([])
    expect(formatTimeOfDay(dayOfBoth(document, '2026-11-27').slots.at(-1)!.minutes)).toBe('2:15pm')
  })

  it('comes back without them, and one that closes before the house with its own', () => {
    const early = Object.fromEntries(days.map((day) => [day, [['11:00', '21:30']]]))
    for (const [kitchen, written] of [
      [{}, undefined],
      [{ hours: early }, early],
    ] as const) {
      const document = documentWith((file) => {
        const { hours: _hours, ...others } = file['kitchen'] as { hours: unknown }
        return { kitchen: { ...others, ...kitchen } }
      })
      const files = exportMerchant(document)
      const location = files.find(({ name }) => name === 'location.json')!.value
      expect((location as { kitchen: { hours?: unknown } }).kitchen.hours).toEqual(written)
      const target = mkdtempSync(join(tmpdir(), 'larder-hours-'))
      writeMerchantFolder(join(target, 'tavola'), files)
      expect(readMerchants(target, { allowMissingPictures: true })[0]!.document).toEqual(document)
    }
  })
})
