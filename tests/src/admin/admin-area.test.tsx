// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { readAdminSearch } from '#features/admin/screens/admin-search.ts'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { choose, fill, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
  // jsdom cannot scroll.
})

const open = async (net: AdminNet, options: Parameters<typeof adminPage>[1] = {}) => {
  const { page, router } = adminPage(net, options)
  await show(page)
  return router
}
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
const gets = (net: AdminNet) => net.calls.filter(({ method }) => method === 'GET').map(({ url }) => url)
const alert = (text: string | RegExp) =>
  until(() => expect(find('[role=alert], [role=status]', text)).toBeTruthy())

describe('access to the administration', () => {
  it('tells a member that this page is not for them, and requests nothing', async () => {
    const net = new AdminNet()
    await open(net, { role: 'member' })
    await alert('This page is for managers and owners.')
    expect(net.calls).toEqual([])
  })
})

describe('master apps', () => {
  it('lists them, with times by the restaurant’s clock @AD-04', async () => {
    const net = new AdminNet()
    await open(net, { at: '/admin?view=apps' })
    await until(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toEqual([
      'TillTakes orders at the counter',
      'android',
      '2.1',
      'Yes',
      '11/20/2026 6:30pm',
      'Edit',
    ])
    expect(gets(net)).toEqual(['/api/admin/apps'])
  })

  it('says when there are none', async () => {
    const net = new AdminNet()
    net.apps = []
    await open(net, { at: '/admin?view=apps' })
    await until(() => expect(document.body.textContent).toContain('No apps yet. Add the first one.'))
  })

  it('says that it is offline, stores nothing, and reads again on request', async () => {
    const net = new AdminNet()
    net.trouble = () => 'offline'
    await open(net, { at: '/admin?view=apps' })
    await alert(/^No connection/)
    net.trouble = undefined
    await press(find('button', 'Try again'))
    await until(() => expect(rows()).toHaveLength(2))
  })

  it('shows an error with its reference', async () => {
    const net = new AdminNet()
    net.trouble = () => ({
      status: 500,
      json: { message: 'The list is broken.', code: 'failed', errors: [] },
    })
    await open(net, { at: '/admin?view=apps' })
    await alert(/The list is broken\..*Reference: req-7/)
  })

  it('creates one @AD-06', async () => {
    const net = new AdminNet()
    await open(net, { at: '/admin?view=apps' })
    await press(await until(() => find('button', 'ADD AN APP')))
    await press(find('button', 'SAVE'))
    expect(find('dialog').textContent).toContain('Please enter a name')
    expect(net.calls.some(({ method }) => method === 'POST')).toBe(false)
    await fill(find('dialog input[name=name]'), ' Scanner ')
    await fill(find('dialog input[name=version]'), '3.0.1')
    await choose(find('dialog select'), 'ios')
    await press(find('button', 'SAVE'))
    await until(() => expect(rows()).toHaveLength(3))
    const call = net.calls.find(({ method }) => method === 'POST')!
    expect(call).toMatchObject({
      url: '/api/admin/app',
      body: { name: 'Scanner', description: '', platform: 'ios', version: '3.0.1', active: true },
    })
    expect(call.key).toMatch(/^key-/)
    await alert(/Scanner is saved\./)
  })

  it('changes one from its current version, and sends the same again under the same key @AD-05 @AD-07 @OV-06', async () => {
    const net = new AdminNet()
    await open(net, { at: '/admin?view=apps' })
    await until(() => expect(rows()).toHaveLength(2))
    // Somebody else has changed the app since this list was read.
    net.apps = net.apps.map((app) => (app.id === 'till' ? { ...app, version: '2.2' } : app))
    await press(find('button', 'Edit Till'))
    const version = await until(() => find<HTMLInputElement>('dialog input[name=version]'))
    expect(version.value).toBe('2.2')
    expect(gets(net)).toContain('/api/admin/app/till')
    await fill(version, '2.3')
    net.trouble = () => 'offline'
    await press(find('button', 'SAVE'))
    await alert(/couldn’t tell whether this went through/)
    net.trouble = undefined
    await press(find('button', 'SAVE'))
    await until(() => expect(rows().flat()).toContain('2.3'))
    const [first, second] = net.calls.filter(({ method }) => method === 'PUT')
    expect(first).toEqual(second)
    const updated_at = net.apps.find((app) => app.id === 'till')?.updated_at
    expect(first).toMatchObject({
      url: '/api/admin/app/till',
      body: { name: 'Till', version: '2.3', updated_at },
    })
  })
})

describe('devices', () => {
  it('shows what is installed on a device that was searched for @AD-01 @OV-06', async () => {
    const net = new AdminNet()
    const router = await open(net, { at: '/admin?view=device' })
    await until(() => expect(document.body.textContent).toContain('Enter the id of a device.'))
    expect(net.calls).toEqual([])
    await fill(find('input[name=device]'), 'counter')
    await press(find('button', 'SHOW APPS'))
    await until(() =>
      expect(rows()[0]).toEqual([
        'Till',
        '2.1',
        'running',
        '10/01/2026 8:00am',
        '11/20/2026 6:30pm',
        'Activities',
      ]),
    )
    expect(gets(net)).toEqual(['/api/admin/device/counter/apps'])
    expect(router.state.location.search).toEqual({ view: 'device', device: 'counter' })
  })

  it('takes the device from the address', async () => {
    const net = new AdminNet()
    await open(net, { at: '/admin?device=12' })
    await until(() => expect(gets(net)).toEqual(['/api/admin/device/12/apps']))
  })
})

describe('activities', () => {
  const query = (net: AdminNet) => Object.fromEntries(new URLSearchParams(gets(net).at(-1)!.split('?')[1]))

  it('come page by page, oldest first, and are sorted and filtered by the server @AD-02 @AD-03', async () => {
    const net = new AdminNet()
    await open(net, { at: '/admin?view=device&device=counter' })
    await press(await until(() => find('button', 'Activities of Till')))
    await until(() => expect(rows()).toHaveLength(20))
    expect(find('h2').textContent).toBe('Activities of Till on Counter tablet')
    expect(gets(net)).toContain('/api/admin/device/counter/app/till-1')
    expect(
      net.calls.some(
        ({ url }) =>
          url ===
          '/api/admin/device/counter/app/till-1/activities?sort_field=created_at&sort_order=asc&page=1',
      ),
    ).toBe(true)
    expect(rows()[0]).toEqual(['11/01/2026 7:00am', 'scan', 'Event 0'])
    expect(find('nav[aria-label=Pages]').textContent).toContain('Page 1 of 3, 45 in all')
    expect(find('button', 'PREVIOUS').getAttribute('aria-disabled')).toBe('true')

    await press(find('button', 'NEXT'))
    await until(() => expect(rows()[0]?.[2]).toBe('Event 20'))
    await press(find('button', 'NEXT'))
    await until(() => expect(rows()).toHaveLength(5))
    expect(find('button', 'NEXT').getAttribute('aria-disabled')).toBe('true')

    await choose(find('select[name=order]'), 'desc')
    await until(() => expect(rows()[0]?.[2]).toBe('Event 44'))
    expect(query(net)).toEqual({ sort_field: 'created_at', sort_order: 'desc', page: '1' })

    await fill(find('input[name=type]'), 'scan')
    await press(find('button', 'FILTER'))
    await until(() => expect(rows()).toHaveLength(15))
    expect(query(net)).toEqual({
      sort_field: 'created_at',
      sort_order: 'desc',
      page: '1',
      filters: '{"type":"scan"}',
    })
  })

  it('says when nothing of a type was recorded', async () => {
    await open(new AdminNet(), { at: '/admin?view=device&device=counter&app=till-1&type=crash' })
    await until(() =>
      expect(document.body.textContent).toContain('Nothing of the type crash has been recorded.'),
    )
  })
})

describe('an invitation', () => {
  it('goes to the address with a role, for the merchant’s own host @AU-09 @RO-03', async () => {
    const net = new AdminNet()
    await open(net, { at: '/admin?view=invite' })
    await press(await until(() => find('button', 'SEND INVITATION')))
    expect(document.body.textContent).toContain('Please enter a valid email address')
    // No role is preselected: nobody becomes a guest or an owner by accident.
    expect(document.body.textContent).toContain('Please choose a role')
    expect(net.calls).toEqual([])
    await fill(find('input[name=invite-email]'), ' new@larder.test ')
    await fill(find('input[name=invite-first]'), 'Nina')
    await fill(find('input[name=invite-last]'), 'Newman')
    await choose(find('select[name=invite-role]'), 'owner')
    await press(find('button', 'SEND INVITATION'))
    await alert(/The invitation is on its way\./)
    expect(net.calls).toMatchObject([
      {
        method: 'POST',
        url: '/api/admin/user/invite',
        body: {
          email: 'new@larder.test',
          firstName: 'Nina',
          lastName: 'Newman',
          role: 'owner',
          destination: 'https://bella.example/signup',
        },
      },
    ])
    expect(find<HTMLInputElement>('input[name=invite-email]').value).toBe('')
  })

  it('shows what the server refuses, at its field', async () => {
    const net = new AdminNet()
    net.trouble = () => ({
      status: 422,
      json: {
        message: 'No.',
        code: 'invalid',
        errors: [{ message: 'This address is not allowed.', field: 'email' }],
      },
    })
    await open(net, { at: '/admin?view=invite' })
    await fill(await until(() => find<HTMLInputElement>('input[name=invite-email]')), 'new@larder.test')
    await fill(find('input[name=invite-first]'), 'Nina')
    await fill(find('input[name=invite-last]'), 'Newman')
    await choose(find('select[name=invite-role]'), 'kitchen')
    await press(find('button', 'SEND INVITATION'))
    const input = await until(() => find<HTMLInputElement>('input[name=invite-email][aria-invalid=true]'))
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe(
      'This address is not allowed.',
    )
  })
})

it.for([
  [{ view: 'nothing', page: 'x', order: 'up', device: {}, more: 1 }, {}],
  [{ view: 'invite' }, { view: 'invite' }],
  [
    { device: 12, app: 'a', page: 3, order: 'desc', type: 'scan' },
    { device: '12', app: 'a', page: 3, order: 'desc', type: 'scan' },
  ],
  [{ page: 1 }, {}],
] as const)('reads the address’s search: %o', ([search, read]) => {
  expect(readAdminSearch(search)).toEqual(read)
})
