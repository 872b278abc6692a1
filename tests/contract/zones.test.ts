import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { deviceZone, isTimeZone } from '#contract/time-zones.ts'
import { Location } from '#contract/schemas/location.ts'
import { Menu } from '#contract/schemas/menu.ts'

const system = new Intl.DateTimeFormat('en-US').resolvedOptions()
let asked: { mockRestore(): void } | undefined
/** A device whose system reports this time zone. */
const onDeviceIn = (timeZone: string): void => {
  asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...system, timeZone })
}
afterEach(() => {
  asked?.mockRestore()
  asked = undefined
})

describe('the device’s own zone', () => {
  it.each(['America/New_York', 'UTC'])('is what its system says: %s', (zone) => {
    onDeviceIn(zone)
    expect(deviceZone()).toBe(zone)
  })

  it('is UTC where the system has a name that tells no time, as Chrome has for a clock it does not know', () => {
    expect(isTimeZone('Etc/Unknown')).toBe(false)
    onDeviceIn('Etc/Unknown')
    expect(deviceZone()).toBe('UTC')
  })
})

const told = {
  id: 'l',
  name: 'Bella Tavola',
  address1: '1 Mulberry St',
  address2: '',
  city: 'New York',
  state: 'NY',
  zip: '10013',
  phone: '2125550100',
  fax: '',
  settings: { consumer_application_settings: {} },
}
const day = [['11:00', '25:00']]
const hours = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: [],
}

describe('a location of a restaurant’s own API', () => {
  it.each([
    ['America/Los_Angeles', 'America/Los_Angeles'],
    ['Eastern Standard Time', 'Asia/Tokyo'],
    ['', 'Asia/Tokyo'],
    [null, 'Asia/Tokyo'],
    [undefined, 'Asia/Tokyo'],
  ])('in the zone %s is shown in %s, by a device in Tokyo', (time_zone, shown) => {
    onDeviceIn('Asia/Tokyo')
    expect(z.parse(Location, { ...told, time_zone }).time_zone).toBe(shown)
  })

  it('has the hours that it tells, and none where they are no times of day', () => {
    const at = { ...told, time_zone: 'UTC' }
    expect(z.parse(Location, { ...at, hours }).hours).toEqual(hours)
    expect(z.parse(Location, at).hours).toBeUndefined()
    for (const wrong of [{ ...hours, friday: [['noon', 'late']] }, { monday: day }, 'daily 11–10', null])
      expect(z.parse(Location, { ...at, hours: wrong }).hours).toBeUndefined()
  })

  it('serves a menu whenever it is open where its hours cannot be read', () => {
    const menu = { id: 'm', external_id: 'm', name: 'Lunch', description: '', image: null }
    expect(z.parse(Menu, { ...menu, served: hours }).served).toEqual(hours)
    expect(z.parse(Menu, { ...menu, served: { ...hours, monday: [['11am', '3pm']] } }).served).toBeUndefined()
  })
})
