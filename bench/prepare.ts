import type { Page } from 'playwright-core'
import {
  chooseAmount,
  chooseProgram,
  fillBuyer,
  next,
  payByCard,
  fillRecipient,
  fillMessage,
  skipCode,
} from '../e2e/pages/card-orders.ts'
import {
  addShownDish,
  chooseCurbside,
  chooseTime,
  placeButton,
  readOrderNumber,
  readTicketId,
  reviewOrder,
  fillContact,
  tip,
  typeCard,
} from '../e2e/pages/ordering.ts'
import type { Made, Preparation } from './addresses.ts'
import { signIn } from './sign-in.ts'

/** Does on a device what an address needs, as a person would, and gives the ids of what was made. `portal` is the restaurant's address. */
type Prepare = (page: Page, portal: string) => Promise<Made>

const margherita = '/order/dinner/category/pizza/item/margherita'

async function addDish(page: Page, portal: string): Promise<void> {
  await page.goto(portal + margherita)
  await addShownDish(page, { size: '16 inch' })
  await reviewOrder(page)
}

export const preparations: Record<Preparation, Prepare> = {
  nothing: async () => ({}),
  async 'dish in order'(page, portal) {
    await addDish(page, portal)
    return {}
  },
  async 'order placed'(page, portal) {
    await addDish(page, portal)
    await chooseCurbside(page)
    await chooseTime(page)
    await fillContact(page)
    await tip(page, 15)
    await typeCard(page)
    await placeButton(page).click()
    await readOrderNumber(page)
    return { ticket: await readTicketId(page) }
  },
  async 'card in cart'(page, portal) {
    await page.goto(`${portal}/physicalcards`)
    await page.getByLabel('Price').fill('40')
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('heading', { name: 'Your cart', exact: true }).waitFor()
    return {}
  },
  async 'gift sent'(page, portal) {
    await page.goto(`${portal}/sendcard`)
    await page.getByRole('radio', { name: 'SEND CARD VIA EMAIL' }).check()
    await next(page).click()
    await chooseProgram(page)
    await chooseAmount(page, '$50.00')
    await skipCode(page)
    await fillRecipient(page, { email: 'vera@example.test' })
    await fillMessage(page, 'See you on Friday')
    await fillBuyer(page)
    await payByCard(page)
    const follow = page.getByRole('link', { name: 'FOLLOW OR CHANGE THIS GIFT' })
    const { pathname } = new URL((await follow.getAttribute('href'))!, portal)
    await follow.click()
    await page.getByText('Goes to Vera').or(page.getByText('Vera')).first().waitFor()
    return { sent: pathname.split('/').at(-1)! }
  },
  async 'signed in'(page, portal) {
    await signIn(page, portal)
    await page.goto(`${portal}/mycards`)
    const card = page.getByRole('main').locator('a[href$="/view"]').first()
    await card.waitFor()
    return { card: (await card.getAttribute('href'))!.split('/').at(-2)! }
  },
}
