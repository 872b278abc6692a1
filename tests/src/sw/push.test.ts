import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PushPayload } from '#contract/schemas/push.ts'
import { LarderDatabase } from '#db/database.ts'
import { databaseName } from '#db/names.ts'
import { setNotified } from '#db/notified-orders.ts'
import { savePlaced } from '#db/placed-orders.ts'
import { snapshotOf } from '../support/snapshots.ts'
import { origin, WorkerStage } from '../support/worker-stage.ts'

/** The worker's file expects other globals than the tests have: the whole file is run, and tested from outside. */
const files = import.meta.glob('../../../src/sw/{push,sending}.ts')

const who = { locationId: 'tavola-nyc', principal: 'guest' }
const publicKey = `B${'k'.repeat(86)}`
const stage = new WorkerStage()
const db = new LarderDatabase(databaseName)
const shown: { title: string; options: Record<string, unknown> }[] = []
const opened: string[] = []
const subscribed: unknown[] = []

const bytes = (length: number): ArrayBuffer => new Uint8Array(length).fill(4).buffer
const subscriptionAt = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: null },
  getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
  unsubscribe: async () => true,
})
let held: ReturnType<typeof subscriptionAt> | null = null

beforeAll(async () => {
  stage.set({
    __LARDER_PAGES__: [{ url: '/shell', revision: 'r1', language: 'es' }],
    __LARDER_UNREAD__: { title: 'Novedades de tu pedido', body: 'Ábrelo para ver cómo va.', lang: 'es' },
    registration: {
      scope: `${origin}/`,
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push({ title, options }),
      pushManager: {
        getSubscription: async () => held,
        subscribe: async (options: unknown) => {
          subscribed.push(options)
          return (held = subscriptionAt('https://push.example.com/new'))
        },
      },
    },
    clients: {
      matchAll: async () => stage.windows,
      openWindow: async (url: string) => void opened.push(url),
    },
  })
  vi.stubGlobal('BroadcastChannel', undefined)
  await stage.provideSending(files['../../../src/sw/sending.ts']!)
  const { listenForPushes } = (await files['../../../src/sw/push.ts']!()) as { listenForPushes(): void }
  listenForPushes()
})
afterAll(() => {
  db.close()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  for (const list of [shown, opened, subscribed, stage.asked]) list.length = 0
  stage.windows = []
  stage.server = () => undefined
  held = null
  await db.placedOrders.clear()
})

const push = (payload: unknown) =>
  stage.dispatch('push', {
    data:
      payload === undefined
        ? null
        : { json: (): unknown => (typeof payload === 'string' ? JSON.parse(payload) : payload) },
  })
const payload = (changes: Partial<PushPayload> = {}): PushPayload => ({
  kind: 'ready',
  merchant: 'Tavola',
  order: 'T-1012',
  path: '/ticket/ticket-1',
  ...changes,
})

describe('a message that is pushed', () => {
  it.each([
    ['ready', 'Order T-1012 is ready.'],
    ['out_for_delivery', 'Order T-1012 is ready and about to leave for you.'],
    ['cancelled', 'Order T-1012 was canceled.'],
  ] as const)(
    'of %s is shown in the restaurant’s name, and asks the network for nothing',
    async (kind, body) => {
      await push(payload({ kind }))
      expect(shown).toMatchObject([
        { title: 'Tavola', options: { body, data: { path: '/ticket/ticket-1' } } },
      ])
      expect(Object.keys(shown[0]!.options)).not.toContain('icon')
      expect(stage.asked).toEqual([])
    },
  )

  it('is shown as news where the browser has lost what reads it', async () => {
    const { sending } = stage
    stage.restart()
    stage.sending = undefined
    onTestFinished(() => void Object.assign(stage, { sending }))
    await push(payload())
    expect(shown).toMatchObject([{ title: 'Novedades de tu pedido', options: { lang: 'es' } }])
  })

  it('is shown in its own words and language; an older server’s, which has none, in English', async () => {
    await push(payload({ text: 'Pedido T-1012 está listo.', language: 'es' }))
    await push(payload())
    expect(shown).toMatchObject([
      { title: 'Tavola', options: { body: 'Pedido T-1012 está listo.', lang: 'es' } },
      { title: 'Tavola', options: { body: 'Order T-1012 is ready.', lang: 'en' } },
    ])
  })

  it('takes the place of an earlier one of its order, and is heard again', async () => {
    await push(payload())
    await push(payload({ kind: 'cancelled' }))
    await push(payload({ path: '/ticket/ticket-2' }))
    const tags = shown.map(({ options }) => options['tag'])
    expect(tags[0]).toBe(tags[1])
    expect(tags[2]).not.toBe(tags[0])
    expect(shown[1]!.options['renotify']).toBe(true)
  })

  it.each([
    ['nothing', undefined],
    ['no JSON', 'hotel wifi'],
    ['a kind of later', { ...payload(), kind: 'half eaten' }],
    ['a path elsewhere', { ...payload(), path: 'https://evil.example/ticket/1' }],
  ])('that says %s tells that there is news, for a browser wants something shown', async (_what, sent) => {
    await push(sent)
    expect(shown).toMatchObject([
      {
        title: 'Novedades de tu pedido',
        options: { body: 'Ábrelo para ver cómo va.', lang: 'es', data: { path: '/ordersubmit' } },
      },
    ])
  })
})

describe('a tap on what is shown', () => {
  const tap = async (data: unknown = { path: '/ticket/ticket-1' }) => {
    const close = vi.fn<() => void>()
    await stage.dispatch('notificationclick', { notification: { data, close } })
    expect(close).toHaveBeenCalledOnce()
  }

  it('opens the order', async () => {
    stage.windows = [{ url: `${origin}/menus`, focus: vi.fn<() => void>() }]
    await tap()
    expect(opened).toEqual([`${origin}/ticket/ticket-1`])
  })

  it('goes to the tab that shows it', async () => {
    const focus = vi.fn<() => Promise<void>>(async () => undefined)
    stage.windows = [
      { url: `${origin}/menus`, focus: vi.fn<() => void>() },
      { url: `${origin}/ticket/ticket-1?action=checkin`, focus },
    ]
    await tap()
    expect(focus).toHaveBeenCalledOnce()
    expect(opened).toEqual([])
  })

  it.each([
    undefined,
    { path: '//evil.example' },
    { path: 'https://evil.example/' },
    { path: '/ticket/../admin' },
  ])('leads nowhere but to an order: %j', async (data) => {
    await tap(data)
    expect(opened).toEqual([`${origin}/${data === undefined ? 'ticket/ticket-1' : 'ordersubmit'}`])
  })
})

describe('an address that the push service changes', () => {
  const change = (fresh?: object) =>
    stage.dispatch('pushsubscriptionchange', { newSubscription: fresh ?? null })
  const bodies: unknown[] = []
  const orderKeys: unknown[] = []
  beforeEach(() => {
    bodies.length = 0
    orderKeys.length = 0
    stage.server = (path, request) => {
      if (path.endsWith('/location/tavola-nyc/push')) return Response.json({ public_key: publicKey })
      if (!path.endsWith('/ticketorder/ticket-1/push')) return undefined
      orderKeys.push(request.headers.get('x-order-key'))
      void request.json().then((body) => bodies.push(body))
      return Response.json({ notified: true })
    }
  })
  const told = async (): Promise<string | undefined> => (await db.placedOrders.get('ticket-1'))?.notified
  const place = async (endpoint: string | undefined): Promise<void> => {
    await savePlaced(db, who, snapshotOf({ name: 'T-1012', status: 'Submitted', order_key: 'its key' }), 1)
    await setNotified(db, who, 'ticket-1', { endpoint })
  }

  it('is told of an order although another one, that is over, is refused', async () => {
    await savePlaced(db, who, snapshotOf({ id: 'ticket-0', name: 'T-1', status: 'Completed' }), 2)
    await setNotified(db, who, 'ticket-0', { endpoint: 'https://push.example.com/old' })
    await place('https://push.example.com/old')
    const { server } = stage
    const over = {
      errors: [{ message: 'There is nothing more to tell of it.' }],
      message: '',
      code: 'bad_request',
    }
    stage.server = (path, request) =>
      path.endsWith('/ticketorder/ticket-0/push')
        ? Response.json(over, { status: 409 })
        : server(path, request)
    await change()
    expect(await told()).toBe('https://push.example.com/new')
    expect((await db.placedOrders.get('ticket-0'))?.notified).toBeUndefined()
  })

  it('that the server of one order could not be told fails the event, once the others are told', async () => {
    await savePlaced(db, who, snapshotOf({ id: 'ticket-0', name: 'T-1' }), 2)
    await setNotified(db, who, 'ticket-0', { endpoint: 'https://push.example.com/old' })
    await place('https://push.example.com/old')
    await expect(change()).rejects.toMatchObject({ name: 'AppError' })
    expect(await told()).toBe('https://push.example.com/new')
    expect((await db.placedOrders.get('ticket-0'))?.notified).toBe('https://push.example.com/old')
  })

  it('is told of every order that this device hears of', async () => {
    await place('https://push.example.com/old')
    await change()
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: publicKey }])
    await expect.poll(() => bodies).toMatchObject([{ endpoint: 'https://push.example.com/new' }])
    expect(orderKeys).toEqual(['its key'])
    expect(await told()).toBe('https://push.example.com/new')
  })

  it('may have been renewed by the browser itself', async () => {
    await place('https://push.example.com/old')
    await change(subscriptionAt('https://push.example.com/renewed'))
    expect(subscribed).toEqual([])
    expect(await told()).toBe('https://push.example.com/renewed')
  })

  it('is given up where nobody waits for anything', async () => {
    await place(undefined)
    await change()
    expect([subscribed, stage.asked]).toEqual([[], []])
  })
})
