// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { FailedRefund } from '#contract/schemas/failed-refund.ts'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
})

const failed = (changes: Partial<FailedRefund> = {}): FailedRefund => ({
  id: 'r1',
  kind: 'order',
  about: 'B-1012',
  amount_cents: 1742,
  display_name: 'Visa ending in 4242',
  name: 'Nora Quill',
  phone: '2125550142',
  email: 'nora@example.test',
  at: '2026-11-14T23:30:00Z',
  failed_at: '2026-11-20T15:00:00Z',
  ...changes,
})
const open = async (net: AdminNet, view = 'refunds') =>
  show(adminPage(net, { at: `/admin?view=${view}`, role: 'manager' }).page)
const posts = (net: AdminNet) => net.calls.filter(({ method }) => method === 'POST')
const text = () => document.body.textContent

describe('refunds that a bank sent back', () => {
  it('are counted beside their tab on every view, and name whom to call', async () => {
    const net = new AdminNet()
    net.failedRefunds = [
      failed(),
      failed({ id: 'r2', kind: 'card_order', about: 'A1B2C3', reference: 'ref-9' }),
    ]
    await open(net, 'tablets')
    await until(() => expect(find('nav').textContent).toContain('Failed refunds 2'))
    await open(net)
    await until(() => expect(text()).toContain('(212) 555-0142'))
    expect(text()).toContain('nora@example.test')
    expect(find<HTMLAnchorElement>('tbody a').href).toContain('cardOrder=ref-9')
  })

  it('one is marked as paid another way after a question that names it', async () => {
    const net = new AdminNet()
    net.failedRefunds = [failed()]
    await open(net)
    await press(await until(() => find('button', 'Refunded another way: $17.42 of order B-1012')))
    expect(find('dialog').textContent).toContain('Have you paid $17.42 to Nora Quill in cash')
    await press(find('dialog button', 'CLOSE'))
    expect(posts(net)).toEqual([])
    await press(find('button', 'Refunded another way: $17.42 of order B-1012'))
    await press(find('dialog button', 'MARK AS REFUNDED'))
    await until(() => expect(text()).toContain('$17.42 of order B-1012 is marked as refunded another way.'))
    expect(posts(net)).toMatchObject([
      { url: '/api/staff/failed-refunds/r1/settle', body: { how: 'by_hand', amount_cents: 1742 } },
    ])
    await until(() => expect(text()).toContain('None. Every refund has arrived or is on its way.'))
  })

  it('without an answer only the very same call can be sent again', async () => {
    const net = new AdminNet()
    net.failedRefunds = [failed()]
    await open(net)
    await press(await until(() => find('button', 'Send again: $17.42 of order B-1012')))
    net.trouble = () => 'offline'
    await press(find('dialog button', 'SEND $17.42 AGAIN'))
    await until(() => expect(find('dialog').textContent).toContain('We don’t know if it was done'))
    net.trouble = undefined
    await press(find('dialog button', 'TRY AGAIN'))
    await until(() => expect(text()).toContain('$17.42 goes to Visa ending in 4242 again.'))
    const [first, again] = posts(net)
    expect([again!.key, again!.body]).toEqual([first!.key, first!.body])
  })

  it('that cannot be read again say how old they are', async () => {
    const net = new AdminNet()
    net.failedRefunds = [failed()]
    await open(net)
    await until(() => expect(text()).toContain('(212) 555-0142'))
    await press(find('nav a', 'Tablets'))
    net.trouble = () => 'offline'
    await press(find('nav a', /^Failed refunds/))
    await until(() => expect(text()).toMatch(/No connection.*Last updated \d+\/\d+\/\d{4} /))
    expect(text()).toContain('(212) 555-0142')
    net.trouble = undefined
    await press(find('button', 'Try again'))
    await until(() => expect(text()).not.toContain('Last updated'))
  })
})
