import { describe, expect, it } from 'vitest'
import type { NavigationEntry, Settings } from '#contract/schemas/location.ts'
import {
  listAccountEntries,
  listNavigation,
  listSidebarNavigation,
  needsHomeButton,
} from '#features/layout/navigation.ts'
import { newMerchant } from '#server/import/new-merchant.ts'
import { allOn } from '../support/all-on.ts'
import { settingsWith as entriesOf } from '../support/merchant-data.ts'

const settingsWith = (active: NavigationEntry[]): Settings => ({ ...entriesOf(active), ...allOn })

const guest = { signedIn: false }
const member = { signedIn: true }
const menus = { name: 'MENUS', link: '/menus' }
const cards = { name: 'MY CARDS', link: '/mycards', user_required: true }

describe('the navigation of the location’s settings @LH-01 @EN-04', () => {
  it('leaves out what needs a signed-in user', () => {
    expect(listNavigation(settingsWith([menus, cards]), guest)).toEqual([menus])
    expect(listNavigation(settingsWith([menus, cards]), member)).toEqual([menus, cards])
    expect(listNavigation(settingsWith([{ ...menus, user_required: false }]), guest)).toHaveLength(1)
  })

  it('also below an entry', () => {
    const nested = { name: 'MORE', sub_links: [menus, cards] }
    expect(listNavigation(settingsWith([nested]), guest)).toEqual([
      { name: 'MORE', link: '/menus', sub_links: [menus] },
    ])
    expect(listNavigation(settingsWith([nested]), member)).toEqual([{ ...nested, link: '/menus' }])
  })

  it('leads from a name without a link to the first visible entry below it, and nowhere from a name alone', () => {
    const about = { name: 'ABOUT', link: '/about' }
    const more = { name: 'MORE', sub_links: [cards, about] }
    const home = { name: 'Home' }
    const alone = { name: 'Open until ten' }
    const entries = (who: { signedIn: boolean }) => listNavigation(settingsWith([home, more, alone]), who)
    expect(entries(guest)).toEqual([home, { name: 'MORE', link: '/about', sub_links: [about] }])
    expect(entries(member)).toEqual([home, { ...more, link: '/mycards' }])
  })

  it('treats an empty link as none', () => {
    const about = { name: 'ABOUT', link: '/about' }
    const more = { name: 'MORE', link: '', sub_links: [about] }
    expect(listNavigation(settingsWith([more, { name: 'Open until ten', link: '' }]), guest)).toEqual([
      { name: 'MORE', link: '/about', sub_links: [about] },
    ])
  })

  it('is empty where there is none', () => {
    expect(listNavigation({ consumer_application_settings: {} }, guest)).toEqual([])
    expect(listSidebarNavigation({ consumer_application_settings: {} }, guest)).toEqual([
      { name: 'HOME', link: '/' },
    ])
  })

  it('begins with HOME on a phone, unless there is one', () => {
    expect(listSidebarNavigation(settingsWith([menus, cards]), guest)).toEqual([
      { name: 'HOME', link: '/' },
      menus,
    ])
    for (const home of [{ name: 'Start', link: '/' }, { name: 'Start', link: '/home' }, { name: 'Home' }])
      expect(listSidebarNavigation(settingsWith([menus, home]), guest)).toEqual([menus, home])
    expect(
      listSidebarNavigation(
        settingsWith([{ name: 'HOME', link: '/home', user_required: true }, menus]),
        guest,
      )[0],
    ).toEqual({
      name: 'HOME',
      link: '/',
    })
  })

  it('leads a member to the counter’s card on a phone, where there are gift cards', () => {
    const withCards = { ...settingsWith([menus]), cards: { digital: { enable: true } } }
    expect(listSidebarNavigation(withCards, member).at(-1)).toMatchObject({
      name: 'SHOW A CARD',
      link: '/mycards/counter',
    })
    expect(listSidebarNavigation(withCards, guest).map(({ name }) => name)).not.toContain('SHOW A CARD')
    expect(listNavigation(withCards, member).map(({ name }) => name)).not.toContain('SHOW A CARD')
    expect(
      listSidebarNavigation({ ...withCards, my_gifts: { enable: false } }, member).map(({ name }) => name),
    ).not.toContain('SHOW A CARD')
  })

  it('has no entry for anything that is switched off; where a page below such an entry is on, the entry leads there @OV-02 @EN-12 @EN-13', () => {
    const about = {
      name: 'ABOUT',
      link: '/about',
      sub_links: [
        { name: 'GALLERY', link: '/gallery' },
        { name: 'CATERING', link: '/catering' },
      ],
    }
    const settings = { ...settingsWith([menus, about]), about: { enable: false }, gallery: { enable: false } }
    expect(listNavigation(settings, guest)).toEqual([
      menus,
      { name: 'ABOUT', link: '/catering', sub_links: [about.sub_links[1]] },
    ])
    expect(listNavigation({ ...settings, catering: { enable: false } }, guest)).toEqual([menus])
    expect(
      listNavigation(
        { ...settingsWith([menus]), meals: { ...allOn.meals!, read_only_menu: { enable: false } } },
        guest,
      ),
    ).toEqual([])
    const heading = { name: 'MORE', sub_links: [{ name: 'GALLERY', link: '/gallery' }] }
    expect(
      listNavigation({ ...settings, ...settingsWith([heading]), gallery: { enable: false } }, guest),
    ).toEqual([])
    const history = { name: 'PAST ORDERS', link: '/tickethistory', user_required: true }
    expect(
      listNavigation(
        { ...settingsWith([history]), meals: { ...allOn.meals!, ticket_history: { enable: false } } },
        member,
      ),
    ).toEqual([])
  })

  it('has a HOME button on a computer where the settings ask for one and no entry leads there @EN-09', () => {
    const asking = (active: NavigationEntry[], show_home_button: boolean): boolean =>
      needsHomeButton({ ...settingsWith(active), home: { show_home_button } }, guest)
    expect([
      asking([menus], true),
      asking([menus], false),
      asking([{ name: 'HOME', link: '/' }], true),
    ]).toEqual([true, false, false])
  })

  it('offers signing in to guests, signing out to members, and neither without accounts @LH-03', () => {
    const namesOf = (settings: Settings, who: { signedIn: boolean }) =>
      listAccountEntries(settings, who).map(({ name }) => name)
    expect(namesOf(settingsWith([menus, cards]), guest)).toEqual(['LOGIN', 'SIGN UP'])
    expect(namesOf(settingsWith([menus, cards]), member)).toEqual(['MY CARDS', 'SIGN OUT'])
    expect(namesOf({ ...settingsWith([cards]), my_account: { enable: false } }, member)).toEqual([])
  })
})

it('of a new restaurant has the way to order as soon as ordering is switched on, and the home page, too', () => {
  const location = newMerchant('golden-fork').find(({ name }) => name === 'location.json')!
  const { settings } = location.value as { settings: Settings }
  const namesWith = (enable: boolean) =>
    listNavigation({ ...settings, meals: { ...settings.meals, online_orders: { enable } } }, guest).map(
      ({ name }) => name,
    )
  expect(namesWith(false)).toEqual(['HOME', 'MENUS'])
  expect(namesWith(true)).toEqual(['HOME', 'ORDER ONLINE', 'MENUS'])
  expect(settings.consumer_application_settings.home_page?.welcome_box?.online_order?.enable).toBe(true)
})
