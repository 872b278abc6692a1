// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { KitchenNet, kitchenOrder, kitchenPage } from '../support/kitchen.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'

beforeEach(() => setMedia({}))

const jumps = () =>
  [...document.querySelectorAll('nav[aria-label="Jump to"] button')].map((one) => one.textContent)

it('a board with many orders leads to each of its lanes, with how many are in it', async () => {
  const seen: Element[] = []
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this)
  })
  const net = new KitchenNet()
  net.orders = [
    kitchenOrder('B-1001'),
    kitchenOrder('B-1002'),
    kitchenOrder('B-1003', { status: 'Ready' }),
    kitchenOrder('B-1004', { status: 'Completed' }),
  ]
  await show(kitchenPage(net))
  await until(() => expect(jumps()).toEqual(['New 2', 'Preparing 0', 'Ready 1', 'Completed 1']))
  await press(find('nav[aria-label="Jump to"] button', 'Ready 1'))
  const head = find('h2', /^Ready/)
  expect(seen).toEqual([head])
  expect(document.activeElement).toBe(head)
  into.mockRestore()
})

it('a board with few orders does not', async () => {
  const net = new KitchenNet()
  net.orders = [kitchenOrder('B-1001'), kitchenOrder('B-1002'), kitchenOrder('B-1003')]
  await show(kitchenPage(net))
  await until(() => expect(find('h3', 'B-1003')).toBeTruthy())
  expect(jumps()).toEqual([])
})
