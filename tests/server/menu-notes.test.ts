import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { days } from '#contract/local-time.ts'
import { listMenuNotes } from '#server/import/menu-notes.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { fixtureMerchants } from './support/larder.ts'

type Week = Record<string, string[][]>
type File = {
  hours: Week
  kitchen: { hours?: Week }
  served?: object
  special_days?: object[]
  modes?: string[]
  house_favorites?: string[]
  categories: { items: unknown[] }[]
  announcements: object[]
  settings: { meals: { online_orders: { enable: boolean } } }
}

function tavolaFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-notes-'))
  cpSync(join(fixtureMerchants, 'tavola'), folder, { recursive: true })
  // Give the house its kitchen's hours: different hours have a note of their own.
  change(join(folder, 'location.json'), (file) => {
    file.hours = file.kitchen.hours!
    file.house_favorites = ['margherita']
  })
  return folder
}

function change(path: string, edit: (file: File) => void): void {
  const file = JSON.parse(readFileSync(path, 'utf8')) as File
  edit(file)
  writeFileSync(path, JSON.stringify(file))
}

/** The notes about a folder, each without its line. */
const notesIn = (folder: string): string[] =>
  listMenuNotes(folder, 'tavola').map((note) => {
    expect(findRemedy(note), note.message).toBeDefined()
    return `${note.field}: ${note.message}`
  })

/** The notes about Tavola with one of its files changed. */
function notesOf(name: string, edit: (file: File) => void): string[] {
  const folder = tavolaFolder()
  change(join(folder, name), edit)
  return notesIn(folder)
}

const leadingTo = (action: string) =>
  notesOf('location.json', (file) => file.announcements.push({ type: 'other', title: 'Hello', action }))

describe('a check of menus', () => {
  it('names a link to a missing menu or dish, and no other', () => {
    expect(leadingTo('/menus/lunch')).toEqual([
      expect.stringMatching(/^announcements\[\d\]\.action: links to nothing on any menu: \/menus\/lunch$/),
    ])
    expect(leadingTo('/order/dinner/category/pizza/item/none')).toHaveLength(1)
    for (const there of [
      '/order/dinner/category/pizza/item/margherita?from=home',
      '/menus/dinner/',
      '/rewards',
    ])
      expect(leadingTo(there)).toEqual([])
  })

  it('names a category without a dish', () =>
    expect(
      notesOf('menus/01-dinner.json', ({ categories }) => void categories[0]!.items.splice(0)),
    ).toContain('categories[0].items: has no dish'))

  it('names a menu without a category, and one that nobody sees', () => {
    expect(notesOf('menus/01-dinner.json', ({ categories }) => void categories.splice(0))).toContain(
      'categories: has no category',
    )
    expect(notesOf('menus/01-dinner.json', (file) => void (file.modes = []))).toContain(
      'modes: is empty, so no guest sees this menu',
    )
  })

  it('names online orders without hours, and not a house that is closed without them', () => {
    const closed = (enable: boolean) =>
      notesOf('location.json', (file) => {
        file.settings.meals.online_orders.enable = enable
        for (const day of days) file.hours[day] = file.kitchen.hours![day] = []
      })
    expect(closed(true)).toEqual(['kitchen.hours: has no hours, and online orders are on'])
    expect(closed(false)).toEqual([])
  })

  it('names hours that run into the next day’s, and those of the next day; a night that ends as it begins is right', () => {
    const week = (friday: string[][], saturday: string[][]) =>
      notesOf('location.json', (file) => {
        file.hours = { ...file.hours, friday, saturday, sunday: [] }
        file.kitchen.hours = file.hours
      })
    expect(week([['17:00', '26:00']], [['01:00', '22:00']])).toEqual([
      'hours.saturday[0]: begins before friday is over',
    ])
    expect(week([['17:00', '25:00']], [['01:00', '22:00']])).toEqual([])
    expect(week([['25:00', '26:00']], [])).toEqual(['hours.friday[0]: begins on saturday'])
  })

  it('names a holiday with hours on whose weekday no menu is served, and no other', () => {
    const folder = tavolaFolder()
    const weekday = [['11:00', '22:00']]
    const served = {
      ...Object.fromEntries(days.map((day) => [day, weekday])),
      monday: [],
    }
    for (const name of readdirSync(join(folder, 'menus')))
      change(join(folder, 'menus', name), (file) => void (file.served = served))
    // Two Mondays, one of them closed, a Monday when the kitchen is closed, and a Friday.
    change(join(folder, 'location.json'), (file) => {
      file.special_days = [
        { date: '2026-12-28', hours: weekday },
        { date: '2026-12-21', hours: [] },
        { date: '2026-12-14', hours: weekday, kitchen_hours: [] },
        { date: '2026-12-25', hours: weekday },
      ]
    })
    expect(notesIn(folder)).toEqual(['special_days[0]: has hours, and no menu is served on a Monday'])
  })

  it('names every range of the kitchen for which the house is closed, while orders are taken', () => {
    const week = (ranges: string[][]): Week => Object.fromEntries(days.map((day) => [day, ranges]))
    const edit = (hours: Week, kitchen: Week, isOn = true) =>
      notesOf('location.json', (file) => {
        file.hours = { ...week([['11:00', '22:00']]), ...hours }
        file.kitchen.hours = { ...week([['11:00', '21:30']]), ...kitchen }
        file.settings.meals.online_orders.enable = isOn
      })
    expect(edit({ monday: [] }, {})).toEqual([
      'kitchen.hours.monday[0]: takes orders on a day that is closed by hours.monday',
    ])
    expect(edit({ monday: [] }, { monday: [] })).toEqual([])
    expect(edit({ monday: [] }, {}, false)).toEqual([])
    const lunchAndDinner = [
      ['11:00', '15:00'],
      ['17:00', '25:00'],
    ]
    expect(edit({ friday: lunchAndDinner }, {})).toEqual([
      'kitchen.hours.friday[0]: takes orders for times that are closed by hours.friday',
    ])
    const ownHours = [
      ['11:30', '14:30'],
      ['17:00', '24:30'],
    ]
    expect(edit({ friday: lunchAndDinner }, { friday: ownHours, saturday: [['00:00', '01:00']] })).toEqual([])
  })

  it('names a kitchen open round the clock like any other time when the house is closed, and none without hours', () => {
    const week = (ranges: string[][]): Week => Object.fromEntries(days.map((day) => [day, ranges]))
    const edit = (hours: Week, kitchen: Week | undefined) =>
      notesOf('location.json', (file) => {
        file.hours = hours
        if (kitchen) file.kitchen.hours = kitchen
        else delete file.kitchen.hours
      })
    const always = week([['00:00', '24:00']])
    expect(edit({ ...week([['11:00', '22:00']]), monday: [] }, always)).toEqual(
      days.map((day) =>
        day === 'monday'
          ? 'kitchen.hours.monday[0]: takes orders on a day that is closed by hours.monday'
          : `kitchen.hours.${day}[0]: takes orders for times that are closed by hours.${day}`,
      ),
    )
    expect(edit({ ...week([['11:00', '22:00']]), monday: [] }, undefined)).toEqual([])
    // A restaurant that never closes, in both notations.
    expect(edit(always, week([['11:00', '25:00']]))).toEqual([])
    expect(edit(week([['06:00', '30:00']]), always)).toEqual([])
  })

  it('names online orders with nothing to order', () =>
    expect(notesOf('menus/01-dinner.json', (file) => void (file.modes = ['browse']))).toContain(
      'ordering: takes online orders, and no menu is in "order"',
    ))

  it('names a menu whose every dish is sold out, and not one with a dish left', () => {
    const soldOut = (left: number) =>
      notesOf('menus/01-dinner.json', ({ categories }) =>
        categories
          .flatMap(({ items }) => items as { available: boolean }[])
          .slice(left)
          .forEach((item) => (item.available = false)),
      )
    expect(soldOut(0)).toEqual(['categories: has only dishes that are sold out'])
    expect(soldOut(1)).toEqual([])
  })

  it('names a menu that is served only while no orders are taken', () => {
    const week = (ranges: string[][], monday = ranges): Week => ({
      ...Object.fromEntries(days.map((day) => [day, ranges])),
      monday,
    })
    const notes = (served: Week, kitchen: Week, isOwn = true, isOn = true) => {
      const folder = tavolaFolder()
      change(join(folder, 'menus/01-dinner.json'), (file) => void (file.served = served))
      change(join(folder, 'location.json'), (file) => {
        file.hours = kitchen
        if (isOwn) file.kitchen.hours = kitchen
        else delete file.kitchen.hours
        file.settings.meals.online_orders.enable = isOn
      })
      return notesIn(folder)
    }
    const lunch = week([['11:30', '16:00']])
    const dinner = week([['16:00', '22:00']])
    const never = (by: string) => [`served: is never while orders are taken, by ${by} of location.json`]
    expect(notes(lunch, dinner)).toEqual(never('kitchen.hours'))
    expect(notes(lunch, dinner, false)).toEqual(never('hours'))
    expect(notes(lunch, dinner, true, false)).toEqual([])
    expect(notes(week([['11:30', '16:01']]), dinner)).toEqual([])
    // Mondays alone, when the kitchen is closed; and a Sunday's night that reaches into Monday.
    expect(notes(week([], [['11:30', '16:00']]), week([['11:00', '22:00']], []))).toEqual(
      never('kitchen.hours'),
    )
    expect(notes(week([], [['00:00', '01:00']]), week([['17:00', '25:00']], []))).toEqual([])
  })

  it('names online orders to which nothing leads', () => {
    type Home = {
      welcome_box?: { online_order?: { enable: boolean } }
      navigation_menu?: { active: object[] }
    }
    const notes = (edit: (home: Home, file: File & { house_favorites?: string[] }) => void, isOn = true) =>
      notesOf('location.json', (file) => {
        file.announcements = []
        delete file.house_favorites
        file.settings.meals.online_orders.enable = isOn
        const { consumer_application_settings: app } = file.settings as unknown as {
          consumer_application_settings: { home_page: Home }
        }
        app.home_page = { welcome_box: {}, navigation_menu: { active: [] } }
        edit(app.home_page, file)
      })
    const none = [
      'settings.consumer_application_settings.home_page: has no way to order, and online orders are on',
    ]
    expect(notes(() => undefined)).toEqual(none)
    expect(notes(() => undefined, false)).toEqual([])
    const link = { name: 'FOOD', link: '/order/dinner' }
    const below = { name: 'MORE', sub_links: [link] }
    for (const edit of [
      (home: Home) => void (home.welcome_box = { online_order: { enable: true } }),
      (home: Home) => void (home.navigation_menu = { active: [below] }),
      (_: Home, file: File) => void file.announcements.push({ type: 'other', title: 'Hi', action: '/order' }),
      (_: Home, file: { house_favorites?: string[] }) => void (file.house_favorites = ['margherita']),
    ])
      expect(notes(edit)).toEqual([])
    for (const active of [
      { ...link, user_required: true },
      { name: 'FOOD', link: '/ordering' },
    ])
      expect(notes((home) => void (home.navigation_menu = { active: [active] }))).toEqual(none)
  })
})
