import type { LocationCopy } from '#contract/schemas/first-screen.ts'
import type { Location, NavigationEntry, Settings } from '#contract/schemas/location.ts'
import type { OpeningHours } from '#contract/schemas/opening-hours.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'

/** Builders of the merchant's data that a device stores. */

const dinner: [string, string][] = [['11:00', '22:00']]
export const hours: OpeningHours = {
  monday: [],
  tuesday: dinner,
  wednesday: dinner,
  thursday: dinner,
  friday: dinner,
  saturday: [['11:00', '26:00']],
  sunday: dinner,
}

export const settingsWith = (active: NavigationEntry[]): Settings => ({
  consumer_application_settings: { home_page: { navigation_menu: { active } } },
})

export const location = (changes: Partial<Location> = {}): Location => ({
  id: 'tavola-nyc',
  name: 'Tavola',
  address1: '1 Main Street',
  address2: '',
  city: 'New York',
  state: 'NY',
  zip: '10011',
  phone: '(212) 555-0100',
  fax: '',
  time_zone: 'America/New_York',
  hours,
  settings: settingsWith([]),
  ...changes,
})

export const locationCopy = (configurations: LocationCopy['configurations'] = []): LocationCopy => ({
  location: location(),
  configurations,
  announcements: [],
})

export const book = (name = 'Dinner'): MenuBook => ({
  menus: [{ id: 'm1', external_id: 'dinner', name, description: '', image: null, categories: [] }],
})
