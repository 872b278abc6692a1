import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Announcement } from '#contract/schemas/announcement.ts'
import { Location } from '#contract/schemas/location.ts'
import { lenientSpecialDays } from '#contract/schemas/opening-hours.ts'
import { specificationNames } from '../support/spec-only-api/spec-names.ts'

const location = {
  name: 'Tavola',
  address1: '1 Main Street',
  address2: '',
  city: 'New York',
  state: 'NY',
  zip: '10011',
  phone: '2125550100',
  fax: '',
  settings: { consumer_application_settings: {} },
}

it('a location is read with the fields of the specification alone, and null where it has none @EN-03', () => {
  for (const field of Object.keys(location)) expect(specificationNames.has(field)).toBe(true)
  expect(z.parse(Location, location)).toMatchObject(location)
  expect(z.parse(Location, { ...location, address2: null, fax: null })).toMatchObject(location)
  const { address2: _second, fax: _fax, ...short } = location
  expect(z.parse(Location, short)).toMatchObject({ address2: '', fax: '' })
  expect(z.safeParse(Location, { ...location, address2: 7 }).success).toBe(false)
})

it('an announcement is read with a number for OpenTable, and null where it has nothing @EN-15 @LH-04', () => {
  const read = z.parse(Announcement, {
    type: 'other',
    title: 'Book a table',
    action: null,
    image_src: null,
    data: { body: null, opentable_id: 104_857, buttons: [{ action: null, hostname: null }] },
  })
  expect(read.data).toMatchObject({ opentable_id: '104857', body: undefined })
  expect(read.action).toBeUndefined()
  const none = z.parse(Announcement, { type: 'other', title: '', data: { opentable_id: null } })
  expect(none.data?.opentable_id).toBeUndefined()
})

describe('holidays in an API’s answer', () => {
  const told = (special_days: unknown) =>
    z.parse(z.object({ special_days: lenientSpecialDays }), { special_days }).special_days
  const eve = { date: '2026-12-24', name: 'Christmas Eve', hours: [['11:00', '15:00']] }

  it('may have null as a name', () =>
    expect(told([eve, { date: '2026-12-25', name: null, hours: [] }])).toEqual([
      eve,
      { date: '2026-12-25', hours: [] },
    ]))

  it.each([
    ['without a date that can be read', { ...eve, date: '12/25/2026' }],
    ['without hours', { date: '2026-12-25' }],
    ['that ends before it begins', { ...eve, date: '2026-12-25', hours: [['17:00', '01:00']] }],
    ['in the wrong format', null],
  ])('are shown, except for one %s', (_what, day) => expect(told([day, eve])).toEqual([eve]))

  it.each([undefined, null, 'none', 7])('are left out when they are no list: %j', (days) =>
    expect(told(days)).toBeUndefined(),
  )
})
