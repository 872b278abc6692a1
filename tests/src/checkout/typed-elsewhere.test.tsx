// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { keepStep } from '#lib/query/checkout-marks.ts'
import { category, dish, menu } from '../support/menus.tsx'
import { inAct, orderPage } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { line, snapshotOf } from '../support/snapshots.ts'

beforeEach(() => {
  setMedia({})
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
})

const pizza = dish('Margherita', {
  omnivore_id: 'dinner.pizza.margherita',
  omnivore: { price_per_unit: 1600 },
})
const book = { menus: [menu('Dinner', [category('Pizza', [pizza])])] }
const ada = {
  recipient_first_name: 'Ada',
  recipient_last_name: 'Guest',
  recipient_email: 'ada@example.com',
  recipient_phone: '2125550147',
}
const open = async () => {
  keepStep('information')
  const made = await orderPage({ ticket: snapshotOf({ items: [line({ modifiers: [] })], ...ada }), book })
  await show(made.page)
  await title('Who is picking it up?')
  return made
}
const title = (text: string) => until(() => expect(find('form h2').textContent).toBe(text))
const first = () => find<HTMLInputElement>('[name=recipient_first_name]')
const leaveAndComeBack = async (meanwhile: () => Promise<unknown> = async () => undefined) => {
  await press(find('button', 'BACK'))
  await until(() => expect(find('form h2').textContent).not.toBe('Who is picking it up?'))
  await inAct(meanwhile)
  await press(find('button', 'CONTINUE'))
  for (const step of ['Payment', 'Add a tip?', 'Have a promo code?']) {
    await title(step)
    await press(find('button', 'BACK'))
  }
  await title('Who is picking it up?')
}

it('an answer typed here and left by BACK gives way to one that another tab has sent since', async () => {
  const { services, active, net } = await open()
  const draftId = (await active())!.row.draftId
  await fill(first(), 'Ann')
  await leaveAndComeBack(async () => {
    const bea = { recipient_first_name: 'Bea' }
    net.ticket = { ...net.ticket, ...bea }
    await services.keepContact(draftId, bea)
    await services.record({ kind: 'ticket.update', body: bea })
  })
  expect(first().value).toBe('Bea')
})

it('an answer typed here and left by BACK stays when nobody has sent another', async () => {
  await open()
  await fill(first(), 'Ann')
  await leaveAndComeBack()
  expect(first().value).toBe('Ann')
})
