import { describe, expect, it } from 'vitest'
import { listNavigation, listSidebarNavigation } from '#features/layout/navigation.ts'
import { settingsWith } from '../support/merchant-data.ts'

const guest = { signedIn: false }
const member = { signedIn: true }
const menus = { name: 'MENUS', link: '/menus' }
const cards = { name: 'MY CARDS', link: '/mycards', user_required: true }

describe('the navigation of the location’s settings @LH-01', () => {
  it('leaves out what needs somebody signed in', () => {
    expect(listNavigation(settingsWith([menus, cards]), guest)).toEqual([menus])
    expect(listNavigation(settingsWith([menus, cards]), member)).toEqual([menus, cards])
    expect(listNavigation(settingsWith([{ ...menus, user_required: false }]), guest)).toHaveLength(1)
  })

  it('also below an entry', () => {
    const nested = { name: 'MORE', sub_links: [menus, cards] }
    expect(listNavigation(settingsWith([nested]), guest)).toEqual([{ name: 'MORE', sub_links: [menus] }])
    expect(listNavigation(settingsWith([nested]), member)).toEqual([nested])
  })

  it('is empty where there is none', () => {
    expect(listNavigation({ consumer_application_settings: {} }, guest)).toEqual([])
    expect(listSidebarNavigation({ consumer_application_settings: {} }, guest)).toEqual([{ name: 'HOME', link: '/' }])
  })

  it('has HOME in front on a phone, unless there is one', () => {
    expect(listSidebarNavigation(settingsWith([menus, cards]), guest)).toEqual([{ name: 'HOME', link: '/' }, menus])
    for (const home of [{ name: 'Start', link: '/' }, { name: 'Start', link: '/home' }, { name: 'Home' }])
      expect(listSidebarNavigation(settingsWith([menus, home]), guest)).toEqual([menus, home])
    expect(listSidebarNavigation(settingsWith([{ name: 'HOME', link: '/home', user_required: true }, menus]), guest)[0]).toEqual({
      name: 'HOME',
      link: '/',
    })
  })
})
