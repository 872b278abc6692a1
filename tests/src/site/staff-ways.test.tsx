// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { User } from '#contract/schemas/user.ts'
import { openDatabase } from '#db/database.ts'
import { KitchenScreen } from '#features/kitchen/screens/kitchen-screen.tsx'
import { SidebarLinks } from '#features/layout/components/sidebar-links.tsx'
import { StaffBar } from '#features/layout/components/staff-bar.tsx'
import { PathLink } from '#lib/paint/path-link.tsx'
import { adminPage, AdminNet } from '../support/admin.tsx'
import { user } from '../support/account.ts'
import { newDatabaseName } from '../support/device.ts'
import { KitchenNet } from '../support/kitchen.tsx'
import { find, setMedia, show, until, leavePage } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

const asRole = (role: string) => user({ role, email: 'ines@example.com' })
/** A page on a device that has stored the signed-in person. */
async function deviceOf(who: User, screen = both) {
  const db = await openDatabase(newDatabaseName())
  onTestFinished(() => db.close())
  const row = { locationId: 'tavola-nyc', principal: 'ada', etag: null, savedAt: 1 }
  await db.users.put({ ...row, user: who })
  return { db, ...sitePage({ '/': screen }, { user: who, services: { db } }) }
}
const sidebar = () => <SidebarLinks location={siteCopy().location} onClose={() => undefined} />
const bar = () => (
  <>
    <header />
    <StaffBar path="/kitchen" />
  </>
)
const both = () => (
  <>
    {bar()}
    {sidebar()}
  </>
)
const linksIn = (place: ParentNode) =>
  [...place.querySelectorAll('a')].map((one) => [one.textContent, one.pathname])

describe('the links for staff', () => {
  it.each([
    ['owner', 'ADMINISTRATION'],
    ['manager', 'ADMINISTRATION'],
    ['kitchen', 'SIGN-IN SECURITY'],
  ])(
    'lead a signed-in %s to the kitchen and to what is theirs, in the bar and the sidebar',
    async (role, second) => {
      await show((await deviceOf(asRole(role))).page)
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

  it('stand in the bar by what the device holds: a launch asks the restaurant for nobody', async () => {
    const { page, client } = await deviceOf(asRole('manager'), bar)
    await show(page)
    await until(() => find('header nav', 'Staff'))
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('are nobody else’s, and come with the role', async () => {
    const { page, db } = await deviceOf(asRole('member'), bar)
    await show(page)
    await until(() => expect(document.querySelector('header')).not.toBeNull())
    expect(document.querySelector('[aria-label=Staff]')).toBeNull()
    const row = ['tavola-nyc', 'ada'] as [string, string]
    await act(async () => void (await db.users.update(row, { user: asRole('manager') })))
    await until(() => find('header nav', 'Staff'))
    await leavePage()
    await show(sitePage({ '/': sidebar }).page)
    await until(() => find('a', 'LOGIN'))
    expect(document.querySelector('[aria-label=Staff]')).toBeNull()
  })

  it('lead from the kitchen to the administration and back', async () => {
    const kitchen = () => <KitchenScreen more={<PathLink path="/admin">Administration</PathLink>} />
    const net = new KitchenNet()
    await show(sitePage({ '/': kitchen }, { user: asRole('manager'), net }).page)
    await until(() => expect(find<HTMLAnchorElement>('a', 'Administration').pathname).toBe('/admin'))
    await leavePage()
    await show(sitePage({ '/': kitchen }, { user: asRole('kitchen'), net }).page)
    await until(() => find('h2', /^New/))
    expect(document.querySelector('a')).toBeNull()
    await show(adminPage(new AdminNet()).page)
    await until(() => expect(find<HTMLAnchorElement>('a', 'Kitchen').pathname).toBe('/kitchen'))
  })
})
