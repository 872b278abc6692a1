// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
})

const open = async (net: AdminNet) => show(adminPage(net, { at: '/admin?view=policy', role: 'manager' }).page)
const text = () => document.body.textContent
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  )

describe('the policy’s reports, as managers see them', () => {
  it('nothing: it says so, under the name that docs/security.md has', async () => {
    await open(new AdminNet())
    await until(() => expect(text()).toContain('Nothing was blocked.'))
    expect(find('h2', 'Blocked scripts').id).toBe('policy-reports')
    expect(find('nav', /./).textContent).toContain('Blocked scripts')
    expect(document.querySelector('table')).toBeNull()
  })

  it('rows: each rule and source with its pages, how often and when', async () => {
    const net = new AdminNet()
    const days = { first_day: '2026-11-18', last_day: '2026-11-20' }
    net.policyReports = [
      {
        ...days,
        directive: 'script-src-elem',
        source: 'https://evil.example',
        screens: ['/checkout', '/ordercheckout'],
        count: 7,
      },
      { ...days, directive: 'img-src', source: 'https://evil.example', screens: ['/'], count: 1 },
      { ...days, directive: 'script-src-elem', source: 'extension', screens: ['/order'], count: 2 },
    ]
    await open(net)
    await until(() => expect(rows()).toHaveLength(3))
    expect(rows()).toEqual([
      [
        'https://evil.example',
        'script-src-elem',
        '/checkout, /ordercheckout',
        '7',
        '11/18/2026',
        '11/20/2026',
      ],
      ['https://evil.example', 'img-src', '/', '1', '11/18/2026', '11/20/2026'],
      ['extension', 'script-src-elem', '/order', '2', '11/18/2026', '11/20/2026'],
    ])
    expect([...document.querySelectorAll('thead th')].map((one) => one.textContent)).toEqual([
      'Source',
      'Rule',
      'Pages',
      'How often',
      'First',
      'Last',
    ])
    expect(find('caption').textContent).toBe('Blocked scripts')
    expect(text()).not.toContain('Nothing was blocked.')
  })

  it('an error: it says so, claims nothing, and reads again when asked', async () => {
    const net = new AdminNet()
    net.trouble = () => ({ status: 500, json: { message: 'We could not do that just now.' } })
    await open(net)
    await until(() => expect(find('[role=alert]').textContent).toContain('Error'))
    expect(text()).not.toContain('Nothing was blocked.')
    net.trouble = undefined
    await press(find('button', 'Try again'))
    await until(() => expect(text()).toContain('Nothing was blocked.'))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
})
