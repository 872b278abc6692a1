import { expect, type Page } from '@playwright/test'
import { press } from './press.ts'
import { whichIsThere } from './which-is-there.ts'

/** The way from a dish to a placed order, as a guest goes it. Elements are found by role and name, as a screen reader does. */

export const margherita = '/order/dinner/category/pizza/item/margherita'

type Guest = { first: string; last: string; phone: string; email: string }
export const nora: Guest = { first: 'Nora', last: 'Quill', phone: '2125550177', email: 'nora@example.test' }

/** A 16 inch Margherita with two of them in the box: $22.00 each. */
export async function addMargherita(page: Page, { quantity = 1 } = {}): Promise<void> {
  await page.goto(margherita)
  await addShownDish(page, { size: '16 inch', quantity })
}

/** Adds the dish whose page is open. */
export async function addShownDish(
  page: Page,
  { size, quantity = 1 }: { size?: string; quantity?: number } = {},
): Promise<void> {
  if (size) await page.getByRole('radio', { name: size }).check()
  for (let one = 1; one < quantity; one++) await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^ADD TO ORDER/ }).click()
  await expect(page.getByRole('dialog', { name: 'ADDED TO ORDER' })).toBeVisible()
}

export async function reviewOrder(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'REVIEW ORDER' }).click()
  await expect(page.getByRole('heading', { name: 'Review order', level: 1 })).toBeVisible()
}

const next = (page: Page) => page.getByRole('button', { name: 'CONTINUE' })

export async function chooseCurbside(page: Page): Promise<void> {
  await next(page).click()
  const way = page.getByRole('heading', { name: 'How would you like it?' })
  // A guest who ordered here before is not asked for the order type.
  const change = page.getByRole('button', { name: 'Change order type' })
  if ((await whichIsThere({ way, change })) === 'change') await change.click()
  await expect(way).toBeVisible()
  await page.getByRole('radio', { name: /Curbside/ }).check()
  await next(page).click()
}

/**
 * Chooses the second of the times, where there are two: the first may be over before a slow machine gets to the end of its order. The earliest is preselected
 * where that is today.
 */
export async function chooseTime(page: Page): Promise<void> {
  const time = page.getByRole('heading', { name: /^When should it (be ready|arrive)\?$/ })
  const change = page.getByRole('button', { name: 'Change time' })
  if ((await whichIsThere({ time, change })) === 'change') await change.click()
  await expect(time).toBeVisible()
  const times = page.getByLabel('Time', { exact: true })
  await expect(times.getByRole('option').nth(1)).toBeAttached()
  const count = await times.getByRole('option').count()
  await times.selectOption({ index: Math.min(2, count - 1) })
  await next(page).click()
}

export async function fillContact(page: Page, guest: Guest = nora): Promise<void> {
  const who = page.getByRole('heading', { name: 'Who is picking it up?' })
  // A member, or a guest who ordered here before, is not asked for their contact.
  const change = page.getByRole('button', { name: 'Change contact' })
  if ((await whichIsThere({ who, change })) === 'change') await change.click()
  await expect(who).toBeVisible()
  await page.getByLabel('First name').fill(guest.first)
  await page.getByLabel('Last name').fill(guest.last)
  // A member's own number is filled in already.
  await page.getByLabel('Phone').fill('')
  await page.getByLabel('Phone').pressSequentially(guest.phone)
  await page.getByLabel('Email').fill(guest.email)
  await next(page).click()
}

/** Opens the promo step, which is not part of the ordinary way through. */
export async function openPromo(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: /(Add a|Change) promo code/ }))
  await expect(page.getByRole('heading', { name: 'Have a promo code?' })).toBeVisible()
}

/** Tips with one tap on a percentage beside the payment. */
export async function tip(page: Page, percent: 10 | 15 | 20): Promise<void> {
  await expect(page.getByRole('heading', { name: /^(Secure p|P)ayment$/ })).toBeVisible()
  const share = page.getByRole('button', { name: `Tip ${percent}%` })
  // A second tap would take it off.
  if ((await share.getAttribute('aria-pressed')) === 'false') await share.click()
  await expect(share).toHaveAttribute('aria-pressed', 'true')
}

/** The titles of the card's frames, with what to type into each. */
export const cardTexts = (number = '4242424242424242') =>
  [
    ['Secure card number input frame', number],
    ['Secure expiration date input frame', '1230'],
    ['Secure CVC input frame', '123'],
  ] as const

/** Types a card into the provider's own frames. */
export async function typeCard(page: Page, number?: string): Promise<void> {
  for (const [title, text] of cardTexts(number)) {
    const field = page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox')
    // A field is disabled until the page has contacted its frame; keys sent before that are lost.
    await expect(field).toBeEnabled()
    await field.pressSequentially(text)
  }
}

export const walletSheet = (page: Page) => page.frameLocator('iframe[title="Secure wallet frame"]')

export const walletButton = (page: Page) =>
  page.frameLocator('iframe[title="Secure wallet button frame"]').getByRole('button', { name: 'Test wallet' })

/** Opens the test wallet's sheet by its button. */
export async function openWallet(page: Page): Promise<void> {
  const button = walletButton(page)
  await expect(button).toBeEnabled()
  // While a change is on its way to the restaurant nothing can be paid, and a press does nothing.
  await expect(page.getByRole('group', { name: 'Pay with a wallet' })).not.toHaveAttribute('inert')
  await button.press('Enter')
}

/** Closes the sheet that is open. */
export async function leaveWallet(page: Page): Promise<void> {
  const cancel = walletSheet(page).getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeEnabled()
  await cancel.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Pays in the sheet that is open, with the card that has these last digits. */
export async function payInWallet(page: Page, last4: '4242' | '0002' | '3155' = '4242'): Promise<void> {
  await walletSheet(page)
    .getByRole('radio', { name: new RegExp(last4) })
    .check()
  await press(walletSheet(page).getByRole('button', { name: /^Pay \$/ }))
}

/** Chooses another card, where the portal first offers one that the guest paid with before. */
export async function chooseNewCard(page: Page): Promise<void> {
  const another = page.getByRole('radio', { name: 'Another card' })
  const number = page.locator('iframe[title="Secure card number input frame"]')
  if ((await whichIsThere({ another, number })) === 'another') await another.check()
}

/** The same for a member, who may have a saved card. */
export async function typeNewCard(page: Page): Promise<void> {
  await chooseNewCard(page)
  await typeCard(page)
}

export const placeButton = (page: Page) => page.getByRole('button', { name: /^PLACE YOUR ORDER/ })

/** Goes from a dish on the order to the payment step. */
export async function goToPayment(page: Page, dishes: { quantity?: number } = {}): Promise<void> {
  await addMargherita(page, dishes)
  await reviewOrder(page)
  await goOnToPayment(page)
}

/** Goes from the order's review to the payment step. */
export async function goOnToPayment(page: Page): Promise<void> {
  await chooseCurbside(page)
  await chooseTime(page)
  await fillContact(page)
  await tip(page, 15)
}

/** The order number on the confirmation; `words` is the portal's label for it. */
export async function readOrderNumber(page: Page, words = 'Order number'): Promise<string> {
  await expect(page.getByText(words)).toBeVisible()
  const number = page.locator('[data-order-number]')
  await expect(number).toHaveText(/^\w+-\d+$/)
  return (await number.textContent())!
}

/** The id of the order whose confirmation is open. Its number would not do: numbers start over every day, and the tests' days differ. */
export async function readTicketId(page: Page): Promise<string> {
  const receipt = await page.getByRole('link', { name: 'VIEW RECEIPT' }).getAttribute('href')
  return new URL(receipt!, page.url()).searchParams.get('object_id')!
}
