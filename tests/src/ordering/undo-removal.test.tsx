// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { isTicketOp } from '#db/outbox.ts'
import { inAct, orderPage, type OrderPageOptions, refused } from '../support/order-page.tsx'
import { find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

/** Lines removed from the order with one tap, and restored. The device has no network here: nothing is sent. */

beforeEach(() => {
  setMedia({})
  sessionStorage.clear()
})

const pizza = line({
  quantity: 2,
  modifiers: [
    { modifier: 'size.16', name: '16 in', price: 400 },
    { modifier: 'add.burrata', name: 'Burrata', price: 300 },
  ],
})
const salad = line({ index: 2, name: 'Salad', menu_item: 'dinner.salad.green', modifiers: [] })

const open = async (options: OrderPageOptions = {}) => {
  const made = await orderPage({
    at: '/ordercart',
    ticket: snapshotOf({ items: [pizza, salad] }),
    ...options,
  })
  await show(made.page)
  await until(() => find('h2', 'Margherita'))
  return made
}
const button = (name: string) => find<HTMLButtonElement>('button', name)
const dishes = () =>
  [...document.querySelectorAll('ul[aria-label="Your order"] h2')].map((one) => one.textContent)
const undo = (name: string) => until(() => button(`Undo: put ${name} back`))
const status = () => find('main [role=status], [role=status]').textContent

it('a removed line is named, and UNDO restores it with its choices and its quantity', async () => {
  const { db } = await open()
  await press(button('Remove Margherita'))
  await undo('Margherita')
  expect([dishes(), status()]).toEqual([['Salad'], expect.stringContaining('Margherita is off your order.')])
  await press(button('Undo: put Margherita back'))
  await until(() => expect(dishes()).toEqual(['Salad', 'Margherita']))
  await until(() => expect(status()).toBe('Margherita is back on your order.'))
  const [removed, added] = (await db.outbox.toArray()).filter(isTicketOp).map(({ change }) => change)
  expect(removed).toMatchObject({ kind: 'item.remove' })
  expect(added).toMatchObject({
    kind: 'item.add',
    line: {
      menu_item: pizza.menu_item,
      quantity: 2,
      modifiers: [{ modifier: 'size.16' }, { modifier: 'add.burrata' }],
    },
    shown: { name: 'Margherita', unitCents: pizza.price, modifiers: pizza.modifiers },
  })
})

it('two lines that were removed one after the other come back one by one, even the last of the order', async () => {
  const { db } = await open()
  await press(button('Remove Margherita'))
  await undo('Margherita')
  await press(button('Remove Salad'))
  await undo('Salad')
  expect(document.body.textContent).toContain('Your order is empty')
  await press(button('Undo: put Salad back'))
  await until(() => expect(dishes()).toEqual(['Salad']))
  await press(button('Undo: put Margherita back'))
  await until(() => expect(dishes()).toEqual(['Salad', 'Margherita']))
  expect(document.querySelector('[aria-label^="Undo"]')).toBeNull()
  expect(await db.outbox.count()).toBe(4)
})

it('a line that is tapped twice in one moment is removed once, and restored once', async () => {
  const { db } = await open()
  const tapTwice = (name: string) =>
    act(async () => {
      const found = button(name)
      found.click()
      found.click()
    })
  await tapTwice('Remove Margherita')
  await undo('Margherita')
  expect(document.querySelectorAll('[aria-label^="Undo"]')).toHaveLength(1)
  await tapTwice('Undo: put Margherita back')
  await until(() => expect(status()).toBe('Margherita is back on your order.'))
  await until(() => expect(dishes()).toEqual(['Salad', 'Margherita']))
  expect((await db.outbox.toArray()).filter(isTicketOp).map(({ change }) => change.kind)).toEqual([
    'item.remove',
    'item.add',
  ])
})

it('a line whose removal was refused is removed again, and is named once', async () => {
  const { net, services } = await open()
  net.say = ({ method }) =>
    method === 'DELETE' ? refused(409, 'changed_meanwhile', 'Not just now.') : undefined
  await press(button('Remove Margherita'))
  await undo('Margherita')
  await inAct(() => services.flush())
  await until(() => expect(dishes()).toEqual(['Margherita', 'Salad']))
  await press(button('Remove Margherita'))
  await undo('Margherita')
  expect(document.querySelectorAll('[aria-label^="Undo"]')).toHaveLength(1)
  await press(button('Undo: put Margherita back'))
  await until(() => expect(dishes()).toEqual(['Salad', 'Margherita']))
  expect(document.querySelector('[aria-label^="Undo"]')).toBeNull()
})

it('a line from no menu cannot be restored, and UNDO is not offered', async () => {
  const bag = line({
    index: 3,
    name: 'Bag',
    modifiers: [],
    menu_external_id: null,
    menu_category_external_id: null,
    menu_item_external_id: null,
  })
  await open({ ticket: snapshotOf({ items: [pizza, bag] }) })
  await press(button('Remove Bag'))
  await until(() => expect(status()).toBe('Bag is off your order.'))
  expect(document.querySelector('[aria-label^="Undo"]')).toBeNull()
})
