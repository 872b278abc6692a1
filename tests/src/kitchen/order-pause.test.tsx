// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { noteServerDate } from '#lib/ports/server-date.ts'
import { KitchenNet, kitchenPage } from '../support/kitchen.tsx'
import { choose, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const said = (text: string | RegExp) =>
  until(() => expect(find('[role=alert], [role=status]', text)).toBeTruthy())
const body = (net: KitchenNet): unknown => net.calls.findLast(({ method }) => method === 'PUT')?.body

describe('the board’s pause of new orders', () => {
  it('is begun for a time with a reason that guests read, is counted down, and is ended early', async () => {
    const net = new KitchenNet()
    await show(kitchenPage(net, 'manager'))
    await press(await until(() => find('button', 'PAUSE NEW ORDERS')))
    await press(find('input[value="60"]'))
    await choose(find('dialog select', /^Why/), 'busy')
    await until(() => find('label', 'Show guests the reason'))
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await said('New orders are paused.')
    expect(body(net)).toEqual({ length: '60', reason: 'busy', tells_reason: true, seen: 'none' })
    const { until: seen } = net.pause!
    await said(/^No new orders until \d+:\d\d[ap]m.*Very busy\. Shown to guests\..*(59|1 h 0[01]) min left/)
    expect(document.querySelector('dialog[open]')).toBeNull()
    await press(find('button', 'RESUME ORDERS'))
    await said('Accepting new orders.')
    expect(body(net)).toEqual({ length: 'none', seen })
    // TanStack Query notifies its observers a moment later.
    await until(() => expect(document.body.textContent).not.toContain('min left'))
  })

  it.each([
    { left: 12, isDay: false, length: '15' },
    { left: 45, isDay: false, length: '60' },
    { left: 20, isDay: true, length: 'day' },
    // Longer than any length on offer: begun through the API.
    { left: 200, isDay: false, length: '60' },
  ])('is changed from as it runs: $left min left, until closing: $isDay', async ({ left, isDay, length }) => {
    const net = new KitchenNet()
    const untilIso = new Date(Date.now() + left * 60_000).toISOString()
    net.pause = {
      until: untilIso,
      reason: 'equipment',
      tells_reason: false,
      ...(isDay && { rest_of_day: true }),
    }
    await show(kitchenPage(net, 'manager'))
    await press(await until(() => find('button', 'CHANGE')))
    expect(find<HTMLInputElement>(`dialog input[value="${length}"]`).checked).toBe(true)
    expect(find<HTMLSelectElement>('dialog select', /^Why/).value).toBe('equipment')
    expect(find<HTMLInputElement>('dialog input[type=checkbox]').checked).toBe(false)
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await said('New orders are paused.')
    expect(body(net)).toEqual({ length, reason: 'equipment', tells_reason: false, seen: untilIso })
  })

  it('is begun again when the last one is over', async () => {
    const net = new KitchenNet()
    const untilIso = new Date(Date.now() - 60_000).toISOString()
    net.pause = { until: untilIso, rest_of_day: true, reason: 'equipment', tells_reason: false }
    await show(kitchenPage(net, 'manager'))
    await press(await until(() => find('button', 'PAUSE NEW ORDERS')))
    expect(find<HTMLInputElement>('dialog input[value="30"]').checked).toBe(true)
    expect(find<HTMLSelectElement>('dialog select', /^Why/).value).toBe('')
  })

  it('is seen by the kitchen’s people, who cannot begin or end one', async () => {
    const net = new KitchenNet()
    const untilIso = new Date(Date.now() + 20 * 60_000).toISOString()
    net.pause = { until: untilIso, rest_of_day: true, reason: 'equipment', tells_reason: false }
    await show(kitchenPage(net, 'kitchen'))
    await said(/No more orders today.*Equipment trouble\. Not shown to guests\..*(19|2[01]) min left/)
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).not.toContain(
      'RESUME ORDERS',
    )
  })

  it('reports an error within the question, and keeps what was chosen', async () => {
    const net = new KitchenNet()
    await show(kitchenPage(net, 'owner'))
    await press(await until(() => find('button', 'PAUSE NEW ORDERS')))
    await press(find('input[value="15"]'))
    net.trouble = 'offline'
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await until(() =>
      expect(find('dialog [role=alert]', /couldn’t tell whether this went through/)).toBeTruthy(),
    )
    expect(find<HTMLInputElement>('input[value="15"]').checked).toBe(true)
    net.trouble = undefined
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await said('New orders are paused.')
    const [first, second] = net.calls.filter(({ method }) => method === 'PUT')
    expect(second).toEqual(first)
  })

  it('is over at its time, whatever was read last', async () => {
    const net = new KitchenNet()
    net.pause = { until: new Date(Date.now() - 60_000).toISOString(), tells_reason: false }
    await show(kitchenPage(net, 'manager'))
    await until(() => find('button', 'PAUSE NEW ORDERS'))
    expect(document.body.textContent).not.toContain('No new orders')
  })

  it('runs on by the restaurant’s clock on a tablet whose own is hours ahead, and so does what has run out', async () => {
    const now = Date.now()
    noteServerDate(new Date(now - 3 * 60 * 60_000).toUTCString(), now)
    onTestFinished(() => void noteServerDate(new Date().toUTCString(), Date.now()))
    const net = new KitchenNet()
    // By the tablet's clock this was over two hours ago.
    const inRealHour = new Date(now - 2 * 60 * 60_000).toISOString()
    net.pause = { until: inRealHour, reason: 'busy', tells_reason: true }
    net.soldOut = [{ item_id: 'm-1', until: inRealHour }]
    await show(kitchenPage(net, 'manager'))
    await said(/^No new orders until.*(59|1 h 00) min left/)
    find('button', '1 SOLD OUT')
    await press(find('button', 'CHANGE'))
    expect(find<HTMLInputElement>('dialog input[value="60"]').checked).toBe(true)
  })

  it('is refused where a colleague paused first, and changed by who has read that', async () => {
    const net = new KitchenNet()
    await show(kitchenPage(net, 'manager'))
    await press(await until(() => find('button', 'PAUSE NEW ORDERS')))
    net.trouble = 'moved meanwhile'
    const untilIso = new Date(Date.now() + 60 * 60_000).toISOString()
    net.pause = { until: untilIso, tells_reason: false }
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await until(() => find('dialog [role=alert]', /on another screen\. Nothing was changed\./))
    expect(body(net)).toMatchObject({ seen: 'none' })
    net.trouble = undefined
    await until(() => find('button', 'RESUME ORDERS'))
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await said('New orders are paused.')
    expect(body(net)).toMatchObject({ seen: untilIso })
  })
})
