// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'
import { SidebarLinks } from '#features/layout/components/sidebar-links.tsx'
import { StaffBar } from '#features/layout/components/staff-bar.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { adminPage, AdminNet } from '../support/admin.tsx'
import { KitchenNet } from '../support/kitchen.tsx'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
  window.scrollTo = () => undefined
})

const asRole = (role: string) => ({ role, email: 'ines@example.com' }) as User
const both = () => (
  <>
    <header />
    <StaffBar path="/kitchen" />
    <SidebarLinks location={siteCopy().location} onClose={() => undefined} />
  </>
)
const linksIn = (place: ParentNode) =>
  [...place.querySelectorAll('a')].map((one) => [one.textContent, one.pathname])

describe('the ways of who works there', () => {
  it.each([
    ['owner', 'ADMINISTRATION'],
    ['manager', 'ADMINISTRATION'],
    ['kitchen', 'SIGN-IN SECURITY'],
  ])(
    'lead a signed-in %s to the kitchen and to what is theirs, in the bar and the sidebar',
    async (role, second) => {
      await show(sitePage({ '/': both }, { user: asRole(role) }).page)
      const mine = [
        ['KITCHEN', '/kitchen'],
        [second, '/admin'],
      ]
      const bar = await until(() => find('header nav', 'Staff'))
      expect(linksIn(bar)).toEqual(mine)
      expect(bar.querySelector('[aria-current]')?.textContent).toBe('KITCHEN')
      const inSidebar = [...document.querySelectorAll('nav[aria-label=Staff]')].filter(
        (one) => !one.closest('header'),
      )
      expect(inSidebar.map(linksIn)).toEqual([mine])
    },
  )

  it('are nobody else’s', async () => {
    for (const user of [asRole('member'), undefined]) {
      document.body.replaceChildren()
      await show(sitePage({ '/': both }, user && { user }).page)
      await until(() => find('a', user ? 'LOGOUT' : 'LOGIN'))
      expect(document.querySelector('[aria-label=Staff]')).toBeNull()
    }
  })

  it('lead from the kitchen to the administration and back', async () => {
    const kitchen = () => <KitchenScreen more={<PathLink path="/admin">Administration</PathLink>} />
    const net = new KitchenNet()
    await show(sitePage({ '/': kitchen }, { user: asRole('manager'), net }).page)
    await until(() => expect(find<HTMLAnchorElement>('a', 'Administration').pathname).toBe('/admin'))
    document.body.replaceChildren()
    await show(sitePage({ '/': kitchen }, { user: asRole('kitchen'), net }).page)
    await until(() => find('h2', /^New/))
    expect(document.querySelector('a')).toBeNull()
    await show(adminPage(new AdminNet()).page)
    await until(() => expect(find<HTMLAnchorElement>('a', 'Kitchen').pathname).toBe('/kitchen'))
  })
})
