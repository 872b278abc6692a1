import type { Page } from '@playwright/test'
import { type CardOrderStep, cardOrderSteps } from '#contract/rules/card-order.ts'
import { type CheckoutStep, checkoutSteps } from '#contract/rules/ticket.ts'
import type { CardOrderType } from '#contract/schemas/card-order.ts'
import { languageCookie } from '#contract/language.ts'
import { entryNames } from '#db/names.ts'
import { listAddresses, type Made, pathOf, type Preparation } from '../../bench/addresses.ts'
import { preparations } from '../../bench/prepare.ts'
import { describeInSight, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { expect, test } from '../fixtures/test.ts'
import { member, signIn } from '../pages/account.ts'
import {
  chooseAmount,
  chooseProgram,
  fillAddress,
  fillBuyer,
  fillCart,
  fillMessage,
  fillRecipient,
  next,
  payByCard,
} from '../pages/card-orders.ts'
import { findFaults, type Seen } from '../pages/every-address.ts'
import { listenForData, listMissing, listMissingInSteps } from '../pages/pseudo-languages.ts'
import { addMargherita } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'

/**
 * Every step of ordering a dinner, gift cards and posted cards, as a guest and as a member: axe finds nothing, in light and in
 * dark colors. The steps come from the portal's own lists. What a guest's orders lead to is checked on the same way.
 */

const titles: Record<CheckoutStep, string> = {
  delivery: 'How would you like it?',
  time: 'When should it be ready?',
  information: 'Who is picking it up?',
  promo: 'Have a promo code?',
  tip: 'Add a tip?',
  payment: 'Payment',
}

type AskedStep = Exclude<CardOrderStep, 'review'>
const cardTitles: Record<AskedStep, string> = {
  program: 'Choose a card',
  amount: 'Choose an amount',
  physical: 'Choose price and quantity',
  preview: 'Review Order',
  promo: 'Have a promo code?',
  phone: 'Who is it for?',
  email: 'Who is it for?',
  address: 'Where should it go?',
  message: 'Would you like to include a personal message?',
  payment: 'Please enter your payment information.',
}

/** `looked`: the markup of the steps already checked; `found`: the violations. */
type Walk = { page: Page; looked: Set<string>; found: string[] }

async function waitFor({ page }: Walk, name: string, title: string): Promise<void> {
  await expect(
    page.getByRole('main').getByRole('heading', { name: title, level: 2, exact: true }),
    name,
  ).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), name).toHaveCount(0)
}

/** Checks the step on the screen, unless the same markup was checked before (many steps are the same for a guest and a member). */
async function lookAt(walk: Walk, name: string, title: string): Promise<void> {
  await waitFor(walk, name, title)
  const { page, looked, found } = walk
  // Without the ids that React generates: they differ from one rendering to the next.
  const markup = (await page.getByRole('main').innerHTML()).replaceAll(/_r_\w+_/g, '')
  if (looked.has(markup)) return
  looked.add(markup)
  await expectNoHorizontalScroll(page)
  const faults = await describeInSight(page)
  if (faults !== '') found.push(`${name}\n${faults}`)
}

/** Goes from the last step back to the first. */
async function walkCheckout(walk: Walk): Promise<void> {
  const { page } = walk
  const [first, last] = [checkoutSteps[0], checkoutSteps.at(-1)!]
  await page.evaluate(([key, step]) => sessionStorage.setItem(key, step), [
    entryNames.checkoutStep,
    last,
  ] as const)
  await page.goto('/ordercheckout')
  for (const step of checkoutSteps.toReversed()) {
    await lookAt(walk, `checkout: ${step}`, titles[step])
    if (step !== first) await press(page.getByRole('button', { name: 'BACK', exact: true }))
  }
}

const goOn = (page: Page) => press(next(page))

/** How each step is filled in. */
const answers: Record<Exclude<AskedStep, 'payment'>, (page: Page) => Promise<unknown>> = {
  program: chooseProgram,
  amount: (page) => chooseAmount(page, '$50.00'),
  async physical(page) {
    await page.getByLabel('Price').fill('40')
    await page.getByLabel('Quantity').fill('2')
    await goOn(page)
  },
  preview: goOn,
  promo: goOn,
  phone: (page) => fillRecipient(page, { phone: '2125550123' }),
  email: (page) => fillRecipient(page, { email: 'vera@example.test' }),
  async address(page) {
    await fillAddress(page)
    await goOn(page)
  },
  message: (page) => fillMessage(page, 'See you on Friday'),
}

/** Each step is checked once (`seen`): it is the same for every type of order that has it. */
async function walkCardOrder(walk: Walk, type: CardOrderType, seen: Set<CardOrderStep>): Promise<void> {
  const { page } = walk
  const steps = cardOrderSteps[type]
  const last = steps.findLastIndex((step) => !seen.has(step))
  if (last < 0) return
  await page.goto(type === 'Purchase' ? '/mycards/Purchase/0' : `/mycards/send/${type}/0`)
  for (const step of steps.slice(0, last + 1) as AskedStep[]) {
    await (seen.has(step) ? waitFor : lookAt)(walk, `${type}: ${step}`, cardTitles[step])
    seen.add(step)
    if (step !== steps[last] && step !== 'payment') await answers[step](page)
  }
}

/** Pays for the card whose payment step is open, and follows it. */
async function payGift(page: Page): Promise<Made> {
  await fillBuyer(page)
  await payByCard(page)
  const follow = page.getByRole('link', { name: 'FOLLOW OR CHANGE THIS GIFT' })
  const { pathname } = new URL((await follow.getAttribute('href'))!, page.url())
  await follow.click()
  await expect(page.getByText('Vera').first()).toBeVisible()
  return { sent: pathname.split('/').at(-1)! }
}

/** From the address to the payment of posted cards. */
async function walkPosted(walk: Walk): Promise<void> {
  const { page } = walk
  await page.goto('/checkout')
  await lookAt(walk, 'by post: address', cardTitles.address)
  await fillAddress(page)
  await press(page.getByRole('button', { name: 'SAVE AND CONTINUE' }))
  await lookAt(walk, 'by post: message', cardTitles.message)
  await press(page.getByRole('button', { name: 'SKIP' }))
  await lookAt(walk, 'by post: payment', cardTitles.payment)
}

const sending = ['SendEmail', 'SendText', 'SendPhysical'] as const
const noneSeen = (): Set<CardOrderStep> => new Set(['review'])

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

test('a guest who orders, sends a gift and buys cards finds every step and every screen of that accessible, with no text outside of the catalogues; nothing breaks with texts 40 % longer or right-to-left @one-window', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const walk: Walk = { page, looked: new Set(), found: [] }
  const data = listenForData(page)
  const missing: string[] = []
  const seenAddresses: Seen = new Map()
  /** Checks the screen that is open and the addresses that a preparation is for, in English and in a pseudo-language. */
  const checkAfter = async (after: Preparation, made: Made = {}): Promise<void> => {
    walk.found.push(await describeInSight(page))
    const opened = listAddresses()
      .filter((address) => address.after === after)
      .map((address) => ({ address, path: pathOf(address, made) }))
    const visits = opened.map(({ address, path }) => ({ path, shown: address.content, isWide: true }))
    walk.found.push(await findFaults(page, visits, 'walked', seenAddresses))
    missing.push(...(await listMissing(page, opened, data)))
    if (after === 'dish in order') missing.push(...(await listMissingInSteps(page, data)))
    await page.context().clearCookies({ name: languageCookie })
  }
  await preparations['dish in order'](page, baseURL!)
  await walkCheckout(walk)
  await checkAfter('dish in order')
  await preparations['card in cart'](page, baseURL!)
  await walkPosted(walk)
  await checkAfter('card in cart')
  const seen = noneSeen()
  await walkCardOrder(walk, 'SendEmail', seen)
  await checkAfter('gift sent', await payGift(page))
  for (const type of sending) await walkCardOrder(walk, type, seen)
  // The placed order comes last: checkout asks less of a guest who has ordered before.
  await checkAfter('order placed', await preparations['order placed'](page, baseURL!))
  expect(walk.found.filter(Boolean).join('\n\n')).toBe('')
  expect(missing).toEqual([])
})

test('a member finds every step of checkout and of ordering gift cards accessible @one-window', async ({
  page,
}) => {
  test.slow()
  const walk: Walk = { page, looked: new Set(), found: [] }
  await signIn(page, member)
  await addMargherita(page)
  await fillCart(page)
  await walkCheckout(walk)
  const seen = noneSeen()
  for (const type of ['Purchase', ...sending] as const) await walkCardOrder(walk, type, seen)
  await walkPosted(walk)
  expect(walk.found.join('\n\n')).toBe('')
})
