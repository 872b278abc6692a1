// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { choose, fill, find, leavePage, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  // jsdom has none: the form for a passkey is shown where there may be one.
  vi.stubGlobal('PublicKeyCredential', () => undefined)
})
afterEach(() => void vi.unstubAllGlobals())

type Router = ReturnType<typeof adminPage>['router']
const open = async (net: AdminNet, view: string): Promise<Router> => {
  const { page, router } = adminPage(net, { at: `/admin?view=${view}`, role: 'owner' })
  await show(page)
  return router
}
/** Looks at another view, and comes back as a browser does. */
const thereAndBack = async (router: Router): Promise<void> => {
  await act(async () => router.navigate({ to: '/admin', search: { view: 'policy' } } as never))
  await until(() => find('h2', 'Blocked scripts'))
  await act(async () => router.history.back())
}
const input = (name: string) => until(() => find<HTMLInputElement>(`input[name=${name}]`))

describe('what staff type', () => {
  it.each([
    { view: 'tablets', name: 'tablet-name' },
    { view: 'security', name: 'passkey-name' },
    { view: 'invite', name: 'invite-email' },
  ])('is still there after Back and after a reload: $name', async ({ view, name }) => {
    const net = new AdminNet()
    const router = await open(net, view)
    await fill(await input(name), 'Grill')
    await thereAndBack(router)
    expect((await input(name)).value).toBe('Grill')
    await leavePage()
    await open(net, view)
    expect((await input(name)).value).toBe('Grill')
  })

  it('is gone once it was sent', async () => {
    const net = new AdminNet()
    await open(net, 'tablets')
    await fill(await input('tablet-name'), 'Grill')
    await press(find('button', 'CREATE CODE'))
    await until(() => expect(document.body.textContent).toContain('1234 5678'))
    await leavePage()
    await open(net, 'tablets')
    expect((await input('tablet-name')).value).toBe('')
  })

  it('into an invitation keeps the role that was chosen', async () => {
    const net = new AdminNet()
    await open(net, 'invite')
    const role = () => until(() => find<HTMLSelectElement>('select[name=invite-role]'))
    await choose(await role(), 'kitchen')
    await leavePage()
    await open(net, 'invite')
    expect((await role()).value).toBe('kitchen')
  })

  it('into a dialog that Back leaves is offered when it is opened again', async () => {
    const net = new AdminNet()
    const router = await open(net, 'policy')
    await act(async () => router.navigate({ to: '/admin', search: { view: 'apps' } } as never))
    await press(await until(() => find('button', 'ADD AN APP')))
    await fill(await input('name'), 'Kitchen display')
    await act(async () => router.history.back())
    await until(() => find('h2', 'Blocked scripts'))
    await act(async () => router.history.forward())
    await press(await until(() => find('button', 'ADD AN APP')))
    expect((await input('name')).value).toBe('Kitchen display')
    await press(find('dialog button', 'CANCEL'))
    await press(find('button', 'ADD AN APP'))
    expect((await input('name')).value).toBe('')
  })

  it('into a dialog is offered after a reload, until it is sent or closed with its button', async () => {
    const net = new AdminNet()
    const reopen = async (): Promise<HTMLInputElement> => {
      await leavePage()
      await open(net, 'apps')
      await press(await until(() => find('button', 'ADD AN APP')))
      return input('name')
    }
    await fill(await reopen(), 'Kitchen display')
    expect((await reopen()).value).toBe('Kitchen display')
    await press(find('dialog button', 'SAVE'))
    await until(() => expect(document.querySelector('dialog[open]')).toBeNull())
    expect(net.apps.map(({ name }) => name)).toContain('Kitchen display')
    await fill(await reopen(), 'Till two')
    await press(find('dialog button', 'CANCEL'))
    expect((await reopen()).value).toBe('')
  })
})
