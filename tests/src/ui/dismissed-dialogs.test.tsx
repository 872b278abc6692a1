// @vitest-environment jsdom
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdminNet, adminPage } from '../support/admin.tsx'
import { KitchenNet, kitchenOrder, kitchenPage } from '../support/kitchen.tsx'
import { order } from '../support/refundable-order.ts'
import { choose, fill, find, press, say, setMedia, show, until } from '../support/screen.tsx'
import { staffCard, staffCardOrder } from '../support/staff-cards.ts'

/** Text that staff type into a dialog is still there after Escape, the cross or a tap beside it. */

beforeEach(() => setMedia({}))

const kitchen = (orders: KitchenNet['orders'] = []): ReactElement => {
  const net = new KitchenNet()
  net.orders = orders
  return kitchenPage(net, 'manager')
}
const admin = (view: string): ReactElement => {
  const net = new AdminNet()
  net.card = staffCard()
  net.cardOrder = staffCardOrder()
  return adminPage(net, { at: `/admin?view=${view}` }).page
}

const note = { at: 'dialog input[name=note]', text: 'Spoke with them' }
const typed = { type: () => fill(find(note.at), note.text), value: () => valueOf(note.at), kept: note.text }
const named = {
  type: () => fill(find('dialog input[name=name]'), 'Scanner'),
  value: () => valueOf('dialog input[name=name]'),
  kept: 'Scanner',
}
const valueOf = (at: string): string => find<HTMLInputElement | HTMLSelectElement>(at).value

const dialogs = [
  {
    name: 'canceling an order',
    page: () => kitchen([kitchenOrder('B-1001')]),
    opener: 'button[aria-label="Cancel B-1001"]',
    giveUp: 'KEEP ORDER',
    ...typed,
  },
  {
    name: 'a refund of an order',
    page: () => kitchen([order()]),
    opener: 'button[aria-label="Refund B-1001"]',
    giveUp: 'CLOSE',
    ...typed,
  },
  {
    name: 'a pause',
    page: () => kitchen(),
    opener: 'PAUSE NEW ORDERS',
    giveUp: 'CLOSE',
    type: async () => await choose(find('dialog select', /^Why/), 'busy'),
    value: () => find<HTMLSelectElement>('dialog select', /^Why/).value,
    kept: 'busy',
  },
  {
    name: 'a card that is voided',
    page: () => admin('cards&card=ref-1'),
    opener: 'VOID',
    giveUp: 'CLOSE',
    ...typed,
  },
  {
    name: 'a refund of gift cards',
    page: () => admin('cards&cardOrder=ord-1'),
    opener: 'REFUND',
    giveUp: 'CLOSE',
    ...typed,
  },
  { name: 'a new app', page: () => admin('apps'), opener: 'ADD AN APP', giveUp: 'CANCEL', ...named },
]
const ways = [
  { how: 'Escape', close: () => say(find('dialog[open]'), new Event('cancel', { cancelable: true })) },
  { how: 'the cross', close: () => press(find('dialog[open] button[aria-label=Close]')) },
  { how: 'a tap beside it', close: () => press(find('dialog[open]')) },
]

const openWith = async (opener: string): Promise<void> =>
  await press(await until(() => (opener.includes('[') ? find(opener) : find('button', opener))))

describe.each(dialogs)('$name', ({ page, opener, giveUp, type, value, kept }) => {
  it.each(ways)('has what was typed after $how, and not after it was given up', async ({ close }) => {
    await show(page())
    await openWith(opener)
    const before = value()
    await type()
    expect(value()).toBe(kept)
    await close()
    expect(document.querySelector('dialog[open]')).toBeNull()
    await openWith(opener)
    expect(value()).toBe(kept)
    await press(find('dialog button', giveUp))
    await openWith(opener)
    expect(value()).toBe(before)
    await press(find('dialog button', giveUp))
  })
})
