import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoHorizontalScroll } from '../fixtures/look.ts'
import { typeCard } from './ordering.ts'
import { press } from './press.ts'

/** Gift cards as their buyers order them: elements are found by role and name. */

export const next = (page: Page) => page.getByRole('button', { name: 'CONTINUE' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
export const placeOrder = (page: Page) => page.getByRole('button', { name: /^PLACE ORDER/ })

/** Goes from the entry page to the first step of one way to send a card. */
export async function beginSending(page: Page, label: string): Promise<void> {
  await page.goto('/sendcard')
  await page.getByRole('radio', { name: label }).check()
  await next(page).click()
  await expect(page).toHaveURL(/\/mycards\/send\/Send\w+\/0$/)
}

/** Goes one step back, to the step with this title. */
export async function goBack(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'BACK' }).click()
  await expect(heading(page, title)).toBeVisible()
}

/** Chooses the first of several programs, where there is a choice. Gives its name. */
export async function chooseProgram(page: Page): Promise<string> {
  await expect(heading(page, 'Choose a card')).toBeVisible()
  const program = page.getByRole('main').getByRole('list').getByRole('button').first()
  // The program's name is the last line, below the restaurant’s.
  const name = (await program.innerText()).trim().split('\n').at(-1)!
  await program.click()
  return name
}

export async function chooseAmount(page: Page, label: string): Promise<void> {
  await page.getByRole('radio', { name: label, exact: true }).check()
  await next(page).click()
}

export async function skipCode(page: Page): Promise<void> {
  await expect(heading(page, 'Have a promo code?')).toBeVisible()
  await next(page).click()
}

export async function fillRecipient(
  page: Page,
  { email, phone }: { email?: string; phone?: string },
): Promise<void> {
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Lund')
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  if (phone !== undefined) {
    // A gift that is gone on with has a number already, and keys would be added to it.
    await page.getByLabel('Phone').fill('')
    await page.getByLabel('Phone').pressSequentially(phone)
  }
  await next(page).click()
}

export async function fillMessage(page: Page, words: string): Promise<void> {
  await expect(heading(page, 'Would you like to include a personal message?')).toBeVisible()
  await page.getByLabel(/Personal message/).fill(words)
  await next(page).click()
}

export async function fillBuyer(page: Page): Promise<void> {
  await expect(heading(page, 'Please enter your payment information.')).toBeVisible()
  await page.getByLabel('Your first name').fill('Nora')
  await page.getByLabel('Your last name').fill('Quill')
  await page.getByLabel('Your email').fill('nora@example.test')
}

/** Pays with a typed card, and waits for the confirmation. */
export async function payByCard(page: Page): Promise<void> {
  await typeCard(page)
  await press(placeOrder(page))
  // Somebody who pressed the button at the end of the form must see it without scrolling.
  await expect(heading(page, 'Your order is placed')).toBeInViewport()
}

/** Takes a guest to the payment of a card by email. */
export async function goToCardPayment(page: Page): Promise<void> {
  await beginSending(page, 'SEND CARD VIA EMAIL')
  await chooseProgram(page)
  await chooseAmount(page, '$50.00')
  await skipCode(page)
  await fillRecipient(page, { email: 'vera@example.test' })
  await fillMessage(page, 'See you on Friday')
  await fillBuyer(page)
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Street address').fill('12 Harbor Lane')
  await page.getByLabel(/^Apartment, floor/).fill('Unit 4')
  await page.getByLabel('City').fill('Portland')
  await page.getByLabel('State').selectOption('ME')
  await page.getByLabel('Zip').fill('04101')
}

/** Puts a card by post into the cart. */
export async function fillCart(page: Page, price = '40', quantity = '2'): Promise<void> {
  await page.goto('/physicalcards')
  await page.getByLabel('Price').fill(price)
  await page.getByLabel('Quantity').fill(quantity)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(heading(page, 'Your cart')).toBeVisible()
}

/** Checks that a step can be used by anybody on any screen. */
export async function expectUsableStep(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}
