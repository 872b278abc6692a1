// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { KitchenNet, kitchenPage } from '../support/kitchen.tsx'
import { order, refundable } from '../support/refundable-order.ts'
import { choose, fill, find, leavePage, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

/** The board as a reload brings it back. */
const reload = async (net: KitchenNet): Promise<void> => {
  await leavePage()
  await show(kitchenPage(net, 'manager'))
  await until(() => find('button[aria-label="Cancel B-1001"]'))
}
const withOrder = (): KitchenNet => {
  const net = new KitchenNet()
  net.orders = [order({ refundable: refundable() })]
  return net
}
const note = () => until(() => find<HTMLInputElement>('dialog input[name=note]'))
const reason = () => find<HTMLSelectElement>('dialog select[name=reason]')

describe('what staff write in a dialog of the board', () => {
  it.each([
    { dialog: 'Cancel B-1001', close: 'KEEP ORDER', why: 'sold_out' },
    { dialog: 'Refund B-1001', close: 'CLOSE', why: 'missing' },
  ])(
    'is offered after a reload, until it is closed with its button: $dialog',
    async ({ dialog, close, why }) => {
      const net = withOrder()
      const open = async (): Promise<void> => press(find(`button[aria-label="${dialog}"]`))
      await reload(net)
      await open()
      await fill(await note(), 'The oven is out')
      await choose(reason(), why)
      await reload(net)
      await open()
      expect([(await note()).value, reason().value]).toEqual(['The oven is out', why])
      await press(find('dialog button', close))
      await reload(net)
      await open()
      expect([(await note()).value, reason().value]).toEqual(['', ''])
    },
  )

  it('is not offered for another order', async () => {
    const net = withOrder()
    net.orders = [...net.orders, { ...net.orders[0]!, id: 'b-1002', name: 'B-1002' }]
    await reload(net)
    await press(find('button[aria-label="Cancel B-1001"]'))
    await fill(await note(), 'The oven is out')
    await reload(net)
    await press(find('button[aria-label="Cancel B-1002"]'))
    expect((await note()).value).toBe('')
  })

  it('of a pause is gone once the pause was sent', async () => {
    const net = withOrder()
    const length = () => find<HTMLInputElement>('dialog input[name=length]:checked').value
    const open = async (): Promise<void> => press(await until(() => find('button', 'PAUSE NEW ORDERS')))
    await reload(net)
    await open()
    await press(find('dialog input[value=day]'))
    await reload(net)
    await open()
    expect(length()).toBe('day')
    await press(find('dialog button', 'PAUSE NEW ORDERS'))
    await press(await until(() => find('button', 'RESUME ORDERS')))
    await open()
    expect(length()).toBe('30')
  })
})
