// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const open = (net: AdminNet, role = 'owner') =>
  show(adminPage(net, { at: '/admin?view=security', role }).page)
const text = () => document.body.textContent
const changes = (net: AdminNet) => net.calls.filter(({ method }) => method !== 'GET')
const phone = {
  id: 'p1',
  name: 'My phone',
  host: 'bella.localhost',
  added_at: '2026-11-20T23:00:00Z',
}

describe('one’s own sign-in security', () => {
  it('kitchen staff see Sign-in security and nothing else', async () => {
    const net = new AdminNet()
    await open(net, 'kitchen')
    await until(() => expect(text()).toContain('Passkeys'))
    expect([...document.querySelectorAll('nav a')].map((link) => link.textContent)).toEqual([
      'Sign-in security',
    ])
    expect(net.calls.map(({ url }) => url)).toEqual(['/api/user/security'])
  })

  it('asks for a second step where the restaurant does, and offers no codes before there is one', async () => {
    const net = new AdminNet()
    net.security.is_required = true
    await open(net)
    await until(() => expect(text()).toContain('Please set up two-step verification'))
    expect(text()).not.toContain('Recovery codes')
  })

  it('sets an app up by its key or its picture, with the code that it shows', async () => {
    const net = new AdminNet()
    await open(net)
    await press(await until(() => find('button', 'SET UP AN APP')))
    await until(() => expect(text()).toContain('ABCD EFGH IJKL'))
    expect(find('svg[role=img]', 'QR code for the authenticator app')).toBeTruthy()
    await fill(find('input[name=app-code]'), '123 456')
    await press(find('button', 'ADD THE APP'))
    await until(() => expect(changes(net)).toHaveLength(2))
    expect(changes(net)[1]).toMatchObject({
      method: 'POST',
      url: '/api/user/security/app',
      body: { challenge: 'challenge-of-16-letters', code: '123 456' },
    })
  })

  it('shows new recovery codes once', async () => {
    const net = new AdminNet()
    net.security = { ...net.security, passkeys: [phone], recovery_codes_left: 3 }
    await open(net)
    await until(() => expect(text()).toContain('You have 3 left.'))
    await press(find('button', 'GENERATE NEW CODES'))
    await until(() => expect(text()).toContain('11111-22222'))
    expect(text()).toContain('33333-44444')
  })

  it('renames a passkey, and removes it after a question', async () => {
    const net = new AdminNet()
    net.security = { ...net.security, passkeys: [phone] }
    await open(net)
    await press(await until(() => find('button[aria-label="Rename My phone"]')))
    await fill(find('input[name=passkey-new-name]'), 'Old phone')
    await press(find('dialog button', 'SAVE'))
    await until(() => expect(document.querySelector('dialog[open]')).toBeNull())
    await press(find('button[aria-label="Remove My phone"]'))
    expect(changes(net)).toHaveLength(1)
    await press(find('dialog button', 'REMOVE'))
    await until(() => expect(changes(net)).toHaveLength(2))
    expect(changes(net)).toMatchObject([
      { method: 'PUT', url: '/api/user/security/passkeys/p1', body: { name: 'Old phone' } },
      { method: 'DELETE', url: '/api/user/security/passkeys/p1' },
    ])
  })

  it('says that there is no connection', async () => {
    const net = new AdminNet()
    net.trouble = () => 'offline'
    await open(net)
    await until(() => expect(text()).toContain('No connection'))
  })
})

describe('another person’s second factor', () => {
  it('is taken away after a question, as it was on the screen', async () => {
    const at = '2026-11-20T23:00:00.000Z'
    const net = new AdminNet()
    net.people = net.people.map((person) => ({ ...person, has_second_factor: true, second_factor_at: at }))
    await show(adminPage(net, { at: '/admin?view=people' }).page)
    await press(await until(() => find('button[aria-label="Reset two-step verification for Coco Herb"]')))
    expect(
      document.querySelector('button[aria-label="Reset two-step verification for Ines Carvalho"]'),
    ).toBeNull()
    expect(changes(net)).toHaveLength(0)
    await press(find('dialog button', 'RESET'))
    await until(() => expect(changes(net)).toHaveLength(1))
    expect(changes(net)).toMatchObject([
      { method: 'DELETE', url: `/api/staff/people/u2/security?seen=${encodeURIComponent(at)}` },
    ])
    await until(() => expect(text()).toContain('They sign in with their password alone now'))
  })
})
