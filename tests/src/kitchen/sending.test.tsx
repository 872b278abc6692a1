// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { KitchenNet, kitchenOrder, kitchenPage } from '../support/kitchen.tsx'
import { choose, find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
})

/** The board, where the next press's answer waits until the test releases it. */
async function open(change: (net: KitchenNet) => void = () => undefined) {
  const net = new KitchenNet()
  net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002')]
  change(net)
  await show(kitchenPage(net))
  let answer = (): void => undefined
  const hold = (): void => {
    net.before = () => new Promise((resolve) => (answer = resolve))
  }
  return { net, hold, answer: () => act(async () => answer()) }
}
const sending = () =>
  [...document.querySelectorAll('[aria-busy=true]')].map((one) => [
    one.tagName,
    one.getAttribute('aria-label') ?? one.textContent,
  ])

describe('a press on the kitchen’s page that is being sent', () => {
  it('says so on its own button, while those that open a dialog are gray', async () => {
    const { hold, answer } = await open()
    const start = await until(() => find('button[aria-label="START: B-1002"]'))
    hold()
    await press(start)
    await until(() => expect(start.textContent).toBe('SENDING…'))
    expect(sending()).toEqual([['BUTTON', 'SENDING…: B-1002']])
    expect(find('button[aria-label="Cancel B-1001"]').getAttribute('aria-disabled')).toBe('true')
    await answer()
    await until(() => expect(sending()).toEqual([]))
  })

  it('does not lose what is pressed meanwhile: it is sent in its turn', async () => {
    const { net, hold, answer } = await open((kitchen) => kitchen.orders.push(kitchenOrder('B-1003')))
    const start = (name: string) => find(`button[aria-label$=": ${name}"]`)
    await until(() => expect(start('B-1003')).toBeTruthy())
    hold()
    await press(start('B-1002'))
    await until(() => expect(start('B-1002').textContent).toBe('SENDING…'))
    for (const name of ['B-1003', 'B-1001', 'B-1003']) await press(start(name))
    expect(sending().toSorted()).toEqual([
      ['BUTTON', 'PENDING…: B-1001'],
      ['BUTTON', 'PENDING…: B-1003'],
      ['BUTTON', 'SENDING…: B-1002'],
    ])
    net.before = undefined
    await answer()
    await until(() => expect(sending()).toEqual([]))
    const moved = net.calls.flatMap(({ method, url }) => (method === 'PUT' ? [url.split('/').at(-1)] : []))
    expect(moved).toEqual(['b-1002', 'b-1003', 'b-1001'])
    expect(find('h2', /^Preparing/).textContent).toContain('3')
  })

  it('sends nothing after one that failed, and says what is to be pressed again', async () => {
    const { net, hold, answer } = await open()
    const start = (name: string) => find(`button[aria-label$=": ${name}"]`)
    await until(() => expect(start('B-1002')).toBeTruthy())
    hold()
    await press(start('B-1002'))
    await press(start('B-1001'))
    net.trouble = 'not sent'
    await answer()
    await until(() =>
      expect([...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)).toEqual([
        expect.stringContaining('Error: B-1002'),
        'Not sent: B-1001There was no connection, or something pressed before failed. Please press again.',
      ]),
    )
    expect(start('B-1001').textContent).toBe('START')
    net.trouble = undefined
    net.before = undefined
    for (const name of ['B-1001', 'B-1002']) await press(start(name))
    await until(() => expect(find('h2', /^Preparing/).textContent).toContain('2'))
    await until(() => expect(document.querySelector('[role=alert]')).toBeNull())
  })

  it('names each of two that were pressed one after the other without a connection', async () => {
    const { net } = await open((kitchen) => kitchen.orders.push(kitchenOrder('B-1003')))
    const start = (name: string) => find(`button[aria-label$=": ${name}"]`)
    const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)
    await until(() => expect(start('B-1003')).toBeTruthy())
    net.trouble = 'not sent'
    await press(start('B-1001'))
    await until(() => expect(alerts()).toEqual([expect.stringContaining('Error: B-1001')]))
    await press(start('B-1002'))
    await until(() =>
      expect(alerts()).toEqual([
        expect.stringContaining('Error: B-1002'),
        expect.stringContaining('Not sent: B-1001There was no connection'),
      ]),
    )
    // What was read and dismissed is not told again.
    await press(find('[role=alert] button'))
    await press(start('B-1003'))
    await until(() =>
      expect(alerts()).toEqual([
        expect.stringContaining('Error: B-1003'),
        expect.stringContaining('Not sent: B-1001There'),
      ]),
    )
  })

  it('says so in the question about a cancellation', async () => {
    const { hold, answer } = await open()
    await press(await until(() => find('button[aria-label="Cancel B-1001"]')))
    await choose(find('dialog select', 'Why'), 'sold_out')
    hold()
    await press(find('dialog button', 'CANCEL B-1001'))
    await until(() => expect(sending()).toEqual([['BUTTON', 'SENDING…']]))
    await answer()
    await until(() => expect(document.querySelector('dialog')).toBeNull())
  })

  it('says so where a pause ends', async () => {
    const { hold } = await open((net) => {
      net.pause = { until: new Date(Date.now() + 15 * 60_000).toISOString(), tells_reason: false }
    })
    const resume = await until(() => find('button', 'RESUME ORDERS'))
    hold()
    await press(resume)
    await until(() => expect(resume.textContent).toBe('SENDING…'))
  })
})

describe('a press on the kitchen’s page that failed', () => {
  const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)

  it.each([
    ['not sent', 'Error: B-1002There was no connection, so this was not sent. Please try again.'],
    ['offline', 'Not confirmed: B-1002We couldn’t tell whether this went through.'],
    ['moved meanwhile', 'Error: B-1002'],
  ] as const)(
    'says of which order, in words that are true after it, too, and goes when it was read: %s',
    async (trouble, words) => {
      const { net } = await open()
      const start = await until(() => find('button[aria-label="START: B-1002"]'))
      net.trouble = trouble
      await press(start)
      await until(() => expect(alerts()).toEqual([expect.stringContaining(words)]))
      await press(find('[role=alert] button'))
      await until(() => expect(alerts()).toEqual([]))
    },
  )
})
