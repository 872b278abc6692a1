// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { kitchenDevice, KitchenNet, kitchenOrder, kitchenPage } from '../support/kitchen.tsx'
import { choose, find, press, setMedia, show, until } from '../support/screen.tsx'

/** Records the tones that the browser plays; allowed once somebody has touched the page. */
const sound = { isAllowed: true, tones: 0 }

class Tone {
  frequency = { value: 0 }
  connect = (next: unknown): unknown => next
  start = (): void => void (sound.tones += 1)
  stop = (): void => undefined
}

class Volume {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }
  connect = (next: unknown): unknown => next
}

class FakeAudio extends EventTarget {
  state = 'suspended'
  destination = {}
  #since: number | undefined
  /** Starts counting when sound is allowed, as in browsers. */
  get currentTime(): number {
    return this.#since === undefined ? 0 : (Date.now() - this.#since) / 1000
  }
  async resume(): Promise<void> {
    if (!sound.isAllowed) return
    this.#since ??= Date.now()
    this.state = 'running'
    this.dispatchEvent(new Event('statechange'))
  }
  async close(): Promise<void> {
    this.state = 'closed'
  }
  createOscillator = (): Tone => new Tone()
  createGain = (): Volume => new Volume()
}

/** A sound consists of two tones. */
const heard = (): number => sound.tones / 2
const switchOf = () => find<HTMLInputElement>('input[role=switch]', /Sound for new orders/)
const tapButton = (): Element | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Tap to turn on the sound')
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  setMedia({})
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('AudioContext', FakeAudio)
  Object.assign(sound, { isAllowed: true, tones: 0 })
  Object.assign(navigator, { userActivation: { hasBeenActive: true } })
  document.title = 'Kitchen · Bella'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The board with an order that was there when it was opened. */
async function openBoard(): Promise<KitchenNet> {
  const net = new KitchenNet()
  net.orders = [kitchenOrder('B-1001')]
  await show(kitchenPage(net))
  await until(() => find('button[aria-label="START: B-1001"]'))
  return net
}

describe('a new order', () => {
  it('is heard, announced and counted in the title; one that was there before is only counted', async () => {
    const net = await openBoard()
    await wait(60_000)
    expect(heard()).toBe(0)
    expect(document.title).toBe('(1) Kitchen · Bella')
    net.orders = [...net.orders, kitchenOrder('B-1002')]
    await wait(5100)
    await until(() => find('p[role=status]', 'New order B-1002'))
    expect(heard()).toBe(1)
    expect(document.title).toBe('(2) Kitchen · Bella')
  })

  it('is among the last few that are named when forty come in: the line stays a line', async () => {
    const net = await openBoard()
    net.orders = [
      ...net.orders,
      ...Array.from({ length: 40 }, (_one, index) => kitchenOrder(`B-${1002 + index}`)),
    ]
    await wait(5100)
    const line = find('p[role=status]', /^New order/)
    expect(line.textContent).toBe('New orders B-1038, B-1039, B-1040, B-1041 and 36 more')
    expect([...line.querySelectorAll('.whole')].map((one) => one.textContent)).toContain('B-1041')
    expect(document.title).toMatch(/^\(41\)/)
  })

  it('is heard again every half minute until it is started', async () => {
    const net = await openBoard()
    net.orders = [...net.orders, kitchenOrder('B-1002'), kitchenOrder('B-1003')]
    await wait(5100)
    await until(() => find('p[role=status]', 'New orders B-1002, B-1003'))
    expect(heard()).toBe(1)
    await wait(30_000)
    expect(heard()).toBe(2)
    await press(find('button[aria-label="START: B-1002"]'))
    await wait(30_000)
    expect(heard()).toBe(3)
    await press(await until(() => find('button[aria-label="START: B-1003"]')))
    await until(() => expect(document.title).toBe('(1) Kitchen · Bella'))
    await wait(90_000)
    expect(heard()).toBe(3)
    expect(document.body.textContent).not.toMatch(/New orders? B-/)
  })

  it('is one that waited for its time, too, when it comes in', async () => {
    const net = await openBoard()
    const later = { ready_time: '7:30pm', ready_date_display: '11/21/2026' }
    net.orders = [...net.orders, kitchenOrder('B-1002', { ...later, status: 'Queued' })]
    await wait(5100)
    await until(() => find('h2', /Scheduled/))
    expect(heard()).toBe(0)
    net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002', later)]
    await wait(5100)
    await until(() => expect(heard()).toBe(1))
  })

  it('is one whose time has come while the kitchen is switched off, too', async () => {
    const net = await openBoard()
    net.isOn = false
    const later = { status: 'Queued', ready_time: '7:30pm', ready_date_display: '11/21/2026' }
    net.orders = [...net.orders, kitchenOrder('B-1002', later)]
    await wait(5100)
    await until(() => find('h2', /Scheduled/))
    net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002', { ...later, is_due: true })]
    await wait(5100)
    await until(() => find('p[role=status]', 'New order B-1002'))
    expect(heard()).toBe(1)
    expect(document.title).toBe('(2) Kitchen · Bella')
  })

  it('is still heard when somebody signs in on the tablet, whose board is another then', async () => {
    localStorage.setItem('larder:kitchen-tablet:bella-nyc', JSON.stringify({ token: 't', name: 'Pass' }))
    const net = new KitchenNet()
    const { page, session } = kitchenDevice(net, 'manager')
    await show(page)
    await until(() => find('h2', /^New/))
    net.orders = [kitchenOrder('B-1002')]
    await wait(5100)
    await until(() => expect(heard()).toBe(1))
    await act(async () => session.set({ state: 'user', principal: 'p1', email: 'admin@larder.test' }))
    await until(() => find('button[aria-label="Refund B-1002"], button[aria-label="Cancel B-1002"]'))
    expect(find('p[role=status]').textContent).toBe('New order B-1002')
    const before = heard()
    await wait(30_000)
    expect(heard()).toBeGreaterThan(before)
  })

  it('is still heard when whoever signs in has left the page for it and is back', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1001')]
    const page = kitchenPage(net)
    const { again } = await show(page)
    await until(() => find('button[aria-label="START: B-1001"]'))
    net.orders = [...net.orders, kitchenOrder('B-1002')]
    await wait(5100)
    await until(() => expect(heard()).toBe(1))
    await again(<p>Sign in</p>)
    await wait(60_000)
    expect(heard()).toBe(1)
    await again(page)
    await until(() => find('p[role=status]', 'New order B-1002'))
    await press(find('button[aria-label="Refund B-1002"], button[aria-label="Cancel B-1002"]'))
    await until(() => expect(heard()).toBeGreaterThan(1))
  })

  it('is read and counted while another tab is in front', async () => {
    const net = await openBoard()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    onTestFinished(() => visibility.mockRestore())
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    net.orders = [...net.orders, kitchenOrder('B-1002')]
    await wait(5100)
    await until(() => expect(document.title).toBe('(2) Kitchen · Bella'))
  })
})

describe('an order that is canceled elsewhere', () => {
  const cancelled = (name: string) => kitchenOrder(name, { status: 'Cancelled', cancelled_by: 'guest' })
  const words = 'B-1002 was canceled by the guest. Stop making it.'

  it('by its guest, is told once by a sound, and by a line until somebody dismisses it', async () => {
    const net = await openBoard()
    net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002')]
    await wait(5100)
    await until(() => expect(heard()).toBe(1))
    net.orders = [kitchenOrder('B-1001'), cancelled('B-1002')]
    await wait(5100)
    await until(() => find('[role=alert]', new RegExp(words)))
    expect(heard()).toBe(2)
    await wait(60_000)
    expect(heard()).toBe(2)
    await press(find('[role=alert] button', 'Dismiss'))
    await wait(10_000)
    expect(document.body.textContent).not.toContain(words)
  })

  it('is told of one that was there when the board was opened, too, and by whom, and not of what was cancelled before', async () => {
    const net = new KitchenNet()
    net.orders = [kitchenOrder('B-1002'), kitchenOrder('B-1003'), cancelled('B-1000')]
    await show(kitchenPage(net))
    await until(() => find('button[aria-label="START: B-1002"]'))
    net.orders = [
      cancelled('B-1000'),
      cancelled('B-1002'),
      kitchenOrder('B-1003', { status: 'Cancelled', cancelled_by: 'staff' }),
    ]
    await wait(5100)
    await until(() => find('[role=alert]', new RegExp(words)))
    expect(document.body.textContent).toContain('B-1003 was canceled on another screen. Stop making it.')
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(2)
    expect(document.body.textContent).not.toContain('B-1000 was canceled')
  })

  it('by a colleague, while it is being made, is told and heard', async () => {
    const net = new KitchenNet()
    net.orders = [
      kitchenOrder('B-1002', { status: 'Preparing' }),
      kitchenOrder('B-1003', { status: 'Ready' }),
    ]
    await show(kitchenPage(net))
    await until(() => find('button[aria-label="READY: B-1002"]'))
    net.orders = ['B-1002', 'B-1003'].map((name) =>
      kitchenOrder(name, { status: 'Cancelled', cancelled_by: 'staff' }),
    )
    await wait(5100)
    await until(() => find('[role=alert]', /B-1002 was canceled on another screen\. Stop making it\./))
    expect(heard()).toBe(1)
    // Nobody makes what is ready.
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
  })

  it('on this screen, is said by its dialog alone, whoever canceled it', async () => {
    const net = new KitchenNet()
    net.keepsCancelled = true
    net.orders = [kitchenOrder('B-1002'), kitchenOrder('B-1003', { status: 'Preparing' })]
    await show(kitchenPage(net))
    await press(await until(() => find('button[aria-label="Cancel B-1002"]')))
    await choose(find('dialog select[name=reason]'), 'sold_out')
    await press(find('dialog button', 'CANCEL B-1002'))
    await until(() => find('h2', /^Canceled/))
    await press(find('button[aria-label="Cancel B-1003"]'))
    net.orders = net.orders.map((order) => ({
      ...order,
      status: 'Cancelled',
      cancelled_by: 'staff' as const,
    }))
    await wait(5100)
    await until(() => find('dialog [role=status]', 'Order B-1003 is canceled.'))
    await press(find('dialog button', 'CLOSE'))
    await wait(5100)
    expect(document.querySelectorAll('[role=alert]')).toHaveLength(0)
    expect(heard()).toBe(0)
  })
})

describe('a board that cannot be read', () => {
  it('is heard every half minute once that has lasted for a minute, until it is read again', async () => {
    const net = await openBoard()
    net.trouble = 'offline'
    await wait(55_000)
    await until(() => expect(document.body.textContent).toContain('New orders won’t show'))
    expect(heard()).toBe(0)
    await wait(10_000)
    expect(heard()).toBe(1)
    await wait(30_000)
    expect(heard()).toBe(2)
    net.trouble = undefined
    await wait(60_000)
    expect(heard()).toBe(2)
    expect(document.body.textContent).not.toContain('New orders won’t show')
  })

  it('is heard a minute after the page was opened where it could not be read once', async () => {
    const net = new KitchenNet()
    net.trouble = 'offline'
    await show(kitchenPage(net))
    await until(() => find('[role=alert], [role=status]', /./))
    await wait(50_000)
    expect(heard()).toBe(0)
    await wait(15_000)
    expect(heard()).toBe(1)
  })

  it('is silent where the sound is switched off', async () => {
    const net = await openBoard()
    net.trouble = 'offline'
    await wait(70_000)
    await until(() => expect(heard()).toBe(1))
    await press(switchOf())
    await wait(90_000)
    expect(heard()).toBe(1)
    await press(switchOf())
  })

  it('is heard, too, where the session of whoever opened it has ended and no tablet is signed in', async () => {
    const net = new KitchenNet()
    const { page, session } = kitchenDevice(net, 'manager')
    await show(page)
    await act(async () => session.set({ state: 'user', principal: 'p1', email: 'admin@larder.test' }))
    await until(() => find('h2', /^New/))
    await act(async () => session.set({ state: 'guest' }))
    await until(() => expect(document.body.textContent).toContain('You are signed out'))
    await wait(50_000)
    expect(heard()).toBe(0)
    await wait(15_000)
    expect(heard()).toBe(1)
    await press(find('button', 'Dismiss'))
    await wait(60_000)
    expect(heard()).toBe(1)
  })
})

describe('the sound', () => {
  it('is off where it was switched off on this device, and on again with a sound to hear how loud it is', async () => {
    const net = await openBoard()
    await press(switchOf())
    net.orders = [...net.orders, kitchenOrder('B-1002')]
    await wait(40_000)
    expect(heard()).toBe(0)
    expect(localStorage.getItem('larder:kitchen-sound')).toBe('off')
    expect(switchOf().checked).toBe(false)
    await press(switchOf())
    await until(() => expect(heard()).toBe(1))
    expect(localStorage.getItem('larder:kitchen-sound')).toBeNull()
  })

  it('says that the browser does not allow it yet, and is there from the first tap on', async () => {
    Object.assign(navigator, { userActivation: { hasBeenActive: false } })
    const net = await openBoard()
    expect(tapButton()).toBeDefined()
    net.orders = [...net.orders, kitchenOrder('B-1002')]
    await wait(5100)
    await until(() => find('p[role=status]', 'New order B-1002'))
    expect(heard()).toBe(0)
    await act(async () => void document.body.dispatchEvent(new Event('pointerup', { bubbles: true })))
    await until(() => expect(heard()).toBe(1))
    expect(tapButton()).toBeUndefined()
  })

  it('is not promised where the browser refuses it', async () => {
    sound.isAllowed = false
    await openBoard()
    await press(await until(() => find('button', 'Tap to turn on the sound')))
    expect(tapButton()).toBeDefined()
    expect(heard()).toBe(0)
  })

  it('is not offered where the browser has none', async () => {
    vi.stubGlobal('AudioContext', undefined)
    await openBoard()
    expect(document.body.textContent).not.toContain('Sound for new orders')
  })
})

describe('the screen of the kitchen', () => {
  it('stays on', async () => {
    const lock = { released: false, release: async () => undefined }
    const request = vi.fn<(type: string) => Promise<typeof lock>>(async () => lock)
    Object.assign(navigator, { wakeLock: { request } })
    await openBoard()
    await until(() => expect(request).toHaveBeenCalledWith('screen'))
    Object.assign(navigator, { wakeLock: undefined })
  })
})
