// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StaffAct } from '#contract/schemas/staff.ts'
import type { NetRequest } from '#lib/api/net.ts'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { choose, fill, find, leavePage, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const open = async (net: AdminNet, view: string, role = 'owner') =>
  show(adminPage(net, { at: `/admin?view=${view}`, role }).page)
const changes = (net: AdminNet) => net.calls.filter(({ method }) => method !== 'GET')
const text = () => document.body.textContent

describe('the team', () => {
  const roleOf = (name: string) =>
    until(() => find<HTMLSelectElement>(`select[aria-label="Role of ${name}"]:not(:disabled)`))

  it('a role is chosen first, then changed after a question that names both, and somebody is removed after one', async () => {
    const net = new AdminNet()
    await open(net, 'people')
    await choose(await roleOf('Coco Herb'), 'manager')
    expect(changes(net)).toHaveLength(0)
    const change = find('button', 'Change the role of Coco Herb')
    await press(change)
    expect(find('dialog').textContent).toContain(
      'From Kitchen to Manager. Takes effect immediately: they are signed out everywhere',
    )
    await press(find('dialog button', 'KEEP KITCHEN'))
    expect([changes(net).length, (await roleOf('Coco Herb')).value]).toEqual([0, 'kitchen'])
    await choose(await roleOf('Coco Herb'), 'manager')
    change.focus()
    await press(change)
    // As the list reads once it is changed.
    net.people[1] = { ...net.people[1]!, role: 'manager' }
    await press(find('dialog button', 'CHANGE TO MANAGER'))
    await until(() =>
      expect(find('[role=status]').textContent).toContain('Coco Herb has the role Manager now.'),
    )
    expect(document.activeElement).toBe(change)
    await press(await until(() => find('button:not(:disabled)', 'Remove Coco Herb')))
    expect(changes(net)).toHaveLength(1)
    await press(await until(() => find('button', 'REMOVE Coco Herb')))
    await until(() => expect(text()).toContain('Coco Herb was removed from the team.'))
    expect(changes(net)).toMatchObject([
      { method: 'PUT', url: '/api/staff/people/u2', body: { role: 'manager', seen: 'kitchen' } },
      { method: 'PUT', url: '/api/staff/people/u2', body: { role: 'member', seen: 'manager' } },
    ])
  })

  it('removing or demoting somebody names the tablets that they set up, and signs them out unless unticked', async () => {
    const net = new AdminNet()
    net.people[1] = { ...net.people[1]!, role: 'manager', tablets: ['Pass', 'Grill'] }
    await open(net, 'people')
    const label = 'Also sign out the tablets that they set up: Pass, Grill'
    await press(await until(() => find('button:not(:disabled)', 'Remove Coco Herb')))
    expect(find<HTMLInputElement>('dialog input', label).checked).toBe(true)
    await press(find('button', 'REMOVE Coco Herb'))
    await until(() => expect(text()).toContain('Coco Herb was removed from the team.'))
    await choose(await roleOf('Coco Herb'), 'owner')
    await press(find('button', 'Change the role of Coco Herb'))
    expect(document.querySelector('dialog input')).toBeNull()
    await press(find('dialog button', 'KEEP MANAGER'))
    await choose(await roleOf('Coco Herb'), 'kitchen')
    await press(find('button', 'Change the role of Coco Herb'))
    await press(find<HTMLInputElement>('dialog input', label))
    await press(find('dialog button', 'CHANGE TO KITCHEN'))
    await until(() => expect(changes(net)).toHaveLength(2))
    expect(changes(net)).toMatchObject([
      { body: { role: 'member', signs_tablets_out: true } },
      { body: { role: 'kitchen' } },
    ])
  })

  it('a change whose answer was lost has an unknown result, until the list is read again', async () => {
    const net = new AdminNet()
    await open(net, 'people')
    await choose(await roleOf('Coco Herb'), 'manager')
    await press(find('button', 'Change the role of Coco Herb'))
    let answers = false
    net.trouble = () => {
      if (net.calls.at(-1)!.method !== 'PUT') return answers ? undefined : 'offline'
      net.people = [net.people[0]!, { ...net.people[1]!, role: 'manager' }]
      return 'offline'
    }
    await press(find('dialog button', 'CHANGE TO MANAGER'))
    await until(() => find('[role=alert]', /couldn’t tell whether this went through/))
    expect(text()).not.toContain('offline.')
    answers = true
    await press(await until(() => find('button', 'Try again')))
    await until(() => find('[role=status]', /Coco Herb has the role Manager now\./))
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(changes(net)).toHaveLength(1)
  })

  it('of a long team are shown page by page, and found by a name', async () => {
    const net = new AdminNet()
    net.people = Array.from({ length: 60 }, (_, at) => ({
      ...net.people[1]!,
      id: `p${at}`,
      name: `Cook ${at}`,
      email: `cook${at}@example.com`,
    }))
    await open(net, 'people')
    await until(() => expect(find('nav[aria-label=Pages]').textContent).toContain('Page 1 of 2, 60 people'))
    expect(document.querySelectorAll('tbody tr')).toHaveLength(50)
    await press(find('button', 'NEXT'))
    await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(10))
    await fill(find('input[name=people-search]'), ' Cook 59 ')
    await press(find('button', 'FIND'))
    await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(1))
    expect(net.calls.at(-1)!.url).toBe('/api/staff/people?search=Cook+59')
    // The search stays for as long as somebody may want another one.
    await fill(find('input[name=people-search]'), 'Nobody')
    await press(find('button', 'FIND'))
    await until(() => expect(text()).toContain('Nobody on the team matches “Nobody”.'))
    await press(find('button', 'SHOW EVERYBODY'))
    await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(50))
    expect(find<HTMLInputElement>('input[name=people-search]').value).toBe('')
  })

  it('whose invitation has expired are said to be invited again', async () => {
    const net = new AdminNet()
    await open(net, 'people')
    await until(() => expect(text()).toContain('cook@example.com · invited, has not signed up yet'))
    net.people[1] = { ...net.people[1]!, is_invitation_over: true }
    await leavePage()
    await open(net, 'people')
    await until(() => expect(text()).toContain('· the invitation has expired: invite them again'))
    expect(text()).not.toContain('has not signed up yet')
  })

  it('of a team that fits a page have no search', async () => {
    await open(new AdminNet(), 'people')
    await roleOf('Coco Herb')
    expect(document.querySelector('input[name=people-search], nav[aria-label=Pages]')).toBeNull()
  })

  it('removed from a page that they have left since, are said to be removed only if they are', async () => {
    const net = new AdminNet()
    await open(net, 'people')
    await press(await until(() => find('button:not(:disabled)', 'Remove Coco Herb')))
    let answers = false
    net.trouble = () => (net.calls.at(-1)!.method === 'PUT' || !answers ? 'offline' : undefined)
    await press(find('button', 'REMOVE Coco Herb'))
    await until(() => find('[role=alert]', /couldn’t tell whether this went through/))
    // Fifty others come before them now.
    const others = Array.from({ length: 50 }, (_, at) => ({
      ...net.people[0]!,
      id: `o${at}`,
      name: `Owner ${at}`,
      email: `owner${at}@example.com`,
    }))
    net.people = [...others, net.people[1]!]
    answers = true
    await press(await until(() => find('button', 'Try again')))
    await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(50))
    expect(text()).not.toContain('Coco Herb was removed')
    net.people = others
    await press(find('button', 'NEXT'))
  })

  it('one’s own role warns that it cannot be restored by oneself', async () => {
    const net = new AdminNet()
    await open(net, 'people')
    await choose(await roleOf('Ines Carvalho'), 'kitchen')
    await press(find('button', 'Change the role of Ines Carvalho'))
    expect(find('dialog').textContent).toContain(
      'From Owner to Kitchen. Takes effect immediately: you are signed out everywhere. You cannot change it back yourself',
    )
    expect(changes(net)).toEqual([])
  })

  it('is for owners: a manager sees neither the tab nor the list', async () => {
    const net = new AdminNet()
    await open(net, 'people', 'manager')
    await until(() => expect(find('h2', 'Orders')).toBeTruthy())
    expect(text()).not.toContain('Invite a user')
    await until(() => expect(net.calls.map(({ url }) => url)).toEqual(['/api/staff/orders/find']))
  })
})

describe('the kitchen’s tablets', () => {
  it('a code is made and shown, and a tablet is signed out', async () => {
    const net = new AdminNet()
    await open(net, 'tablets', 'manager')
    await until(() => expect(text()).toContain('Pass'))
    await fill(find('input[name=tablet-name]'), 'Grill')
    await press(find('button', 'CREATE CODE'))
    await until(() => expect(text()).toContain('1234 5678'))
    await press(find('button[aria-label="Sign out Pass"]'))
    await press(find('dialog button', 'KEEP SIGNED IN'))
    expect(changes(net)).toHaveLength(1)
    await press(find('button[aria-label="Sign out Pass"]'))
    await press(find('dialog button', 'SIGN OUT'))
    await until(() => expect(changes(net)).toHaveLength(2))
    await until(() => expect(text()).toContain('Pass is signed out.'))
    expect(changes(net)).toMatchObject([
      { method: 'POST', url: '/api/staff/tablets', body: { name: 'Grill' } },
      { method: 'DELETE', url: '/api/staff/tablets/t1' },
    ])
  })

  it('a code asks for a step-up after a while, and continues under the same key', async () => {
    const net = new AdminNet()
    let shown = false
    const message = 'Please confirm that it’s you to continue.'
    const stale = { errors: [{ message }], message, code: 'step_up_required', ways: ['password'] }
    net.trouble = () => {
      const { method, url } = net.calls.at(-1)!
      shown ||= url === '/api/user/stepup'
      return method === 'POST' && url === '/api/staff/tablets' && !shown
        ? { status: 403, json: stale }
        : undefined
    }
    await open(net, 'tablets', 'manager')
    await fill(await until(() => find('input[name=tablet-name]')), 'Grill')
    await press(find('button', 'CREATE CODE'))
    await fill(await until(() => find('dialog input[name=password]')), 'seven green lanterns')
    await press(find('dialog button[type=submit]', 'CONTINUE'))
    await until(() => expect(text()).toContain('1234 5678'))
    const made = changes(net).filter(({ url }) => url === '/api/staff/tablets')
    expect(made).toHaveLength(2)
    expect(made[1]).toEqual(made[0])
  })

  it('another one is another change, also after the first got no answer; the same is the same one', async () => {
    const net = new AdminNet()
    net.tablets = ['Pass', 'Grill'].map((name) => ({ ...net.tablets[0]!, id: name, name }))
    let lost = 2
    net.trouble = () => (net.calls.at(-1)?.method === 'DELETE' && lost-- > 0 ? 'offline' : undefined)
    await open(net, 'tablets')
    const signOut = async (name: string, count: number): Promise<void> => {
      await press(await until(() => find('button:not(:disabled)', `Sign out ${name}`)))
      await press(find('dialog button', 'SIGN OUT'))
      await until(() => expect(changes(net)).toHaveLength(count))
      await until(() => find('button[aria-label^="Sign out"]:not(:disabled)'))
    }
    await signOut('Pass', 1)
    await signOut('Pass', 2)
    await signOut('Grill', 3)
    const [first, second, other] = changes(net)
    expect(second).toEqual(first)
    expect(other?.url).toBe('/api/staff/tablets/Grill')
    expect(other?.key).not.toBe(first?.key)
  })

  it('stays the same change where the session had ended at the second try', async () => {
    const net = new AdminNet()
    const message = 'Please sign in to continue.'
    const troubles = [
      'offline',
      { status: 401, json: { errors: [], message, code: 'unauthorized' } },
    ] as const
    net.trouble = () => (net.calls.at(-1)?.method === 'POST' ? troubles[changes(net).length - 1] : undefined)
    await open(net, 'tablets')
    await fill(await until(() => find('input[name=tablet-name]')), 'Grill')
    for (const words of ['couldn’t tell whether this went through', message, '1234 5678']) {
      await press(find('button', 'CREATE CODE'))
      await until(() => expect(text()).toContain(words))
    }
    expect(new Set(changes(net).map(({ key }) => key)).size).toBe(1)
  })

  it('says that none is signed in', async () => {
    const net = new AdminNet()
    net.tablets = []
    await open(net, 'tablets')
    await until(() => expect(text()).toContain('No tablet is signed in.'))
  })
})

const cancelled: StaffAct = {
  id: 'a1',
  at: '2026-11-20T23:30:00Z',
  action: 'order_cancelled',
  who: 'Ines Carvalho',
  role: 'owner',
  is_tablet: false,
  about: 'B-1001',
  amount_cents: 2450,
}

describe('the record of acts', () => {
  it('shows who, what, to what, how much and when', async () => {
    const net = new AdminNet()
    net.acts = [cancelled]
    await open(net, 'acts')
    await until(() => expect(text()).toContain('Canceled an order'))
    const cells = [...document.querySelectorAll('tbody tr > *')].map((cell) => cell.textContent)
    expect(cells).toEqual([
      '11/20/2026 6:30pm',
      'Canceled an order',
      'B-1001',
      '$24.50',
      'Ines Carvalho (Owner)',
    ])
  })

  it('links to the gift card that an act was about', async () => {
    const net = new AdminNet()
    const about = '•••• 1234'
    net.acts = [{ ...cancelled, action: 'card_reissued', about, card_reference: 'ref-1' }]
    await open(net, 'acts')
    const link = await until(() => find<HTMLAnchorElement>('tbody a', about))
    expect(link.getAttribute('href')).toBe('/admin?view=cards&card=ref-1')
  })

  it('leaves the keyboard where it is while another page is on its way, and says which it is', async () => {
    let answer = (): void => undefined
    class PagedNet extends AdminNet {
      override async send(request: NetRequest) {
        const page = Number(/page=(\d)/.exec(request.url)?.[1] ?? '1')
        if (page === 2) await new Promise<void>((resolve) => (answer = resolve))
        this.trouble = () =>
          request.url.includes('/acts')
            ? { status: 200, json: { acts: [{ ...cancelled, about: `B-${page}` }], page, pages: 2 } }
            : undefined
        return super.send(request)
      }
    }
    await open(new PagedNet(), 'acts')
    const older = await until(() => find<HTMLButtonElement>('button', 'OLDER'))
    older.focus()
    await press(older)
    await until(() => expect(find('[role=region]').getAttribute('aria-busy')).toBe('true'))
    expect(text()).toContain('B-1')
    await act(async () => answer())
    await until(() => expect(text()).toContain('B-2'))
    expect(document.activeElement).toBe(older)
    expect([older.disabled, older.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    expect(find('nav[aria-label=Pages] [role=status]').textContent).toBe('Page 2 of 2')
  })

  it('says that there is nothing, or that there is no connection', async () => {
    const net = new AdminNet()
    await open(net, 'acts')
    await until(() => expect(text()).toContain('No activity yet.'))
    const offline = new AdminNet()
    offline.trouble = () => 'offline'
    await open(offline, 'acts')
    await until(() => expect(text()).toContain('No connection'))
  })
})
