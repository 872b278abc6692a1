// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { KitchenNet, kitchenPage } from '../support/kitchen.tsx'
import { category, dish, menu } from '../support/menus.tsx'
import { find, press, setMedia, show, type, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  // jsdom cannot scroll.
})

const book = {
  menus: [
    menu('Dinner', [category('Pizza', [dish('Margherita'), dish('Tartufo'), dish('Smørrebrød')])]),
    menu('Bar', [category('Coffee', [dish('Caffè')])]),
  ],
}
const bodies = (net: KitchenNet): unknown[] =>
  net.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const switchOf = (name: string) => find<HTMLInputElement>('dialog input[role=switch]', `${name} is sold out`)
const said = (text: string) => until(() => expect(find('dialog [role=status]').textContent).toBe(text))
const isOn = (name: string, on: boolean) => until(() => expect(switchOf(name).checked).toBe(on))

/** Holds the answers to changes until they are released. */
function slowly(net: KitchenNet): () => Promise<void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  net.before = () => released
  return () => act(async () => release())
}

const open = async (net: KitchenNet, role = 'kitchen', name = 'SOLD OUT') => {
  await show(kitchenPage(net, role, book))
  await press(await until(() => find('button', name)))
  await until(() => switchOf('Margherita'))
}

describe('the board’s list of dishes that have run out', () => {
  it('switches a dish off until closing and on again, also for the kitchen’s people, and counts them', async () => {
    const net = new KitchenNet()
    await open(net)
    await said('Nothing is sold out.')
    await press(switchOf('Margherita'))
    await isOn('Margherita', true)
    await said('1 sold out.')
    expect(find('dialog li', /^Margherita/).textContent).toMatch(/Until \d+:\d\d[ap]m$/)
    await press(find('dialog button', 'CLOSE'))
    await press(await until(() => find('button', '1 SOLD OUT')))
    await press(await until(() => switchOf('Margherita')))
    await isOn('Margherita', false)
    await said('Nothing is sold out.')
    expect(bodies(net)).toEqual([
      { item_id: 'o-margherita', length: 'day', seen: 'none' },
      { item_id: 'o-margherita', length: 'none', seen: expect.stringMatching(/^20.*Z$/) },
    ])
  })

  it('switches one off without an end, and finds a dish without its accents and by its menu', async () => {
    const net = new KitchenNet()
    await open(net, 'owner')
    await press(find('dialog input[value=open]'))
    await type(find('dialog input[type=search]'), 'bar caffe')
    await said('1 dish found.')
    expect([...document.querySelectorAll('dialog li')].map((one) => one.textContent)).toEqual(['Caffè'])
    await press(switchOf('Caffè'))
    await until(() => expect(find('dialog li').textContent).toBe('CaffèUntil turned on again'))
    expect(switchOf('Caffè').checked).toBe(true)
    expect(bodies(net)).toEqual([{ item_id: 'o-caff-', length: 'open', seen: 'none' }])
    await type(find('dialog input[type=search]'), ' borscht')
    await said('No dish found for “bar caffe borscht”.')
  })

  it('finds a dish with letters that the kitchen’s keyboard lacks', async () => {
    await open(new KitchenNet())
    await type(find('dialog input[type=search]'), 'smorrebrod')
    await said('1 dish found.')
    expect(switchOf('Smørrebrød')).toBeTruthy()
  })

  it('says that it cannot be sent without a connection, and sends it under the same key afterwards', async () => {
    const net = new KitchenNet()
    await open(net)
    net.trouble = 'offline'
    await press(switchOf('Tartufo'))
    await until(() =>
      find(
        'dialog [role=alert]',
        /^Not confirmed: .*There was no answer\. .*press again only if this one is wrong then\./,
      ),
    )
    expect(switchOf('Tartufo').checked).toBe(false)
    net.trouble = undefined
    await press(switchOf('Tartufo'))
    await said('1 sold out.')
    expect(switchOf('Tartufo').checked).toBe(true)
    const [first, second] = net.calls.filter(({ method }) => method === 'PUT')
    expect(second).toEqual(first)
  })

  it('sends dishes that are pressed in one go one after the other, the last wish of each', async () => {
    const net = new KitchenNet()
    const answer = slowly(net)
    await open(net)
    await press(switchOf('Margherita'))
    await press(switchOf('Tartufo'))
    await press(switchOf('Caffè'))
    await press(switchOf('Tartufo'))
    await said('Margherita: sending, and 2 more…')
    expect(find('dialog li', /^Caffè/).textContent).toBe('CaffèPending…')
    expect([switchOf('Tartufo').checked, switchOf('Caffè').checked]).toEqual([false, true])
    await answer()
    await said('2 sold out.')
    expect(bodies(net)).toEqual([
      { item_id: 'o-margherita', length: 'day', seen: 'none' },
      { item_id: 'o-caff-', length: 'day', seen: 'none' },
      { item_id: 'o-tartufo', length: 'none', seen: 'none' },
    ])
  })

  it('stays until the answer has come, and says which dishes were not switched', async () => {
    const net = new KitchenNet()
    const answer = slowly(net)
    await open(net)
    await press(switchOf('Margherita'))
    await press(switchOf('Tartufo'))
    await press(find('dialog button', 'CLOSE'))
    expect(find('dialog button', 'CLOSE').getAttribute('aria-disabled')).toBe('true')
    net.trouble = 'moved meanwhile'
    await answer()
    await until(() => find('dialog [role=alert]', /^Error: Margherita.*Not sent, so press again: Tartufo\.$/))
    expect([switchOf('Margherita').checked, switchOf('Tartufo').checked]).toEqual([false, false])
    expect(bodies(net)).toHaveLength(1)
    await press(find('dialog button', 'CLOSE'))
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('reads the restaurant’s clock once, however many dishes there are', async () => {
    const client = createQueryClient()
    const many = Array.from({ length: 60 }, (_, at) => dish(`Dish ${at}`))
    await show(
      kitchenPage(new KitchenNet(), 'owner', { menus: [menu('All', [category('C', many)])] }, client),
    )
    const readers = () =>
      client
        .getQueryCache()
        .find({ queryKey: keys.location('bella-nyc') })!
        .getObserversCount()
    await press(await until(() => find('button', 'SOLD OUT')))
    await until(() => switchOf('Dish 59'))
    expect(readers()).toBeLessThan(12)
  })

  it('does not ask for a press again whose answer alone was lost: it would put the dish back on', async () => {
    const net = new KitchenNet()
    const client = createQueryClient()
    await show(kitchenPage(net, 'owner', book, client))
    await press(await until(() => find('button', 'SOLD OUT')))
    await until(() => switchOf('Tartufo'))
    net.trouble = 'answer lost'
    await press(switchOf('Tartufo'))
    await until(() => expect(net.soldOut).toHaveLength(1))
    await act(
      async () =>
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('kitchen') }),
    )
    await isOn('Tartufo', true)
    expect(document.querySelector('dialog [role=alert]')).toBeNull()
  })

  it('does not count expired entries', async () => {
    const net = new KitchenNet()
    net.soldOut = [{ item_id: 'o-tartufo', until: new Date(Date.now() - 60_000).toISOString() }]
    await open(net)
    await said('Nothing is sold out.')
  })

  it('is not shown where the API does not support it', async () => {
    const older = new KitchenNet()
    older.soldOut = undefined
    await show(kitchenPage(older, 'owner', book))
    await until(() => find('button', 'PAUSE NEW ORDERS'))
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).not.toContain('SOLD OUT')
  })
})
