import { expect, type Page } from '@playwright/test'
import { chooseProgram, fillBuyer, fillRecipient, fillMessage } from '../pages/card-orders.ts'
import { addMargherita, cardTexts, placeButton, readTicketId } from '../pages/ordering.ts'
import { press } from '../pages/press.ts'
import type { Phone } from './killable-phone.ts'
import { persist, type ScreenReaction } from './persist.ts'

/** What a guest wants, each repeated until it succeeds: an order, a gift card, a check-in at the curb. */

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
const pressContinue = async (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'CONTINUE' }).click()
/** Long enough for anything the portal finds out by itself. */
const limitMs = 240_000

/** The screen while the outcome of a payment is unknown. */
const checking: ScreenReaction = {
  name: 'waits for the payment',
  seen: heading('Checking your payment…'),
  // If that takes longer than this call waits, the guest looks at the screen again.
  act: (page) => heading('Checking your payment…')(page).waitFor({ state: 'hidden' }),
}

const cardAway: ScreenReaction = {
  name: 'asks for the card’s fields again',
  seen: (page) => page.getByText('Card payments are unavailable just now.'),
  act: (page) => page.getByRole('button', { name: 'Try again' }).click(),
}

async function pay(page: Page): Promise<void> {
  await typeMissingOfCard(page)
  await press(placeButton(page))
  await leaveStep(page, placeButton(page).first())
}

/** Takes the suggested time, or the next one where the time that was chosen is no longer free. */
async function chooseFreeTime(page: Page): Promise<void> {
  const times = page.getByLabel('Time', { exact: true })
  if ((await times.inputValue()) === '') await times.selectOption({ index: 1 })
  await pressContinue(page)
}

/** The device remembers the car of an earlier visit, and then does not ask for one. */
async function fillCarUnlessKnown(page: Page): Promise<void> {
  if (await page.getByLabel('Car make').isHidden()) return
  await page.getByLabel('Car make').selectOption('Honda')
  await page.getByLabel('Model').fill('Civic')
  await page.getByLabel('Color').fill('White')
  await page.getByLabel('License plate').fill('ABC 1234')
}

/** Types into those of the card's fields that are still empty: an earlier try may have filled some. The provider's frames load over the same link. */
async function typeMissingOfCard(page: Page, number?: string): Promise<void> {
  for (const [title, text] of cardTexts(number)) {
    const field = page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox')
    await expect(field).toBeEnabled({ timeout: 12_000 })
    if ((await field.inputValue()) === '') await field.pressSequentially(text)
  }
}

/** Waits until a tap has had its effect, so that it is not repeated meanwhile. */
async function leaveStep(page: Page, what: ReturnType<Page['locator']>): Promise<void> {
  await Promise.race([
    what.waitFor({ state: 'hidden' }),
    page.getByRole('alert').first().waitFor({ state: 'visible' }),
  ])
}

/** `card`: the number of the guest's own payment card. One shared card could not buy all guests' gift cards: there is a limit. */
export type Names = { first: string; last: string; email: string; card: string }

const cards = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '6011111111111117',
  '6011000990139424',
]
/** The payment card of the guest with this number. */
export const cardOf = (guest: number): string => cards[guest % cards.length]!

const isEmpty = (page: Page) => page.getByText('Your order is empty. Pick something good.')
const number = (page: Page) => page.locator('[data-order-number]').first()

/** The screens from a dish on the order to the tap that places it. */
const pizzaSights = (who: Names): ScreenReaction[] => [
  checking,
  cardAway,
  { name: 'pays', seen: heading(/^(Secure p|P)ayment$/), act: pay },
  {
    name: 'places what is paid',
    seen: heading('Everything is paid'),
    act: async (page) => {
      await press(placeButton(page))
      await leaveStep(page, heading('Everything is paid')(page).first())
    },
  },
  {
    name: 'chooses the curb',
    seen: heading('How would you like it?'),
    act: async (page) => {
      await page.getByRole('radio', { name: /Curbside/ }).check()
      await pressContinue(page)
    },
  },
  { name: 'chooses the time', seen: heading('When should it be ready?'), act: chooseFreeTime },
  {
    name: 'says who',
    seen: heading('Who is picking it up?'),
    act: async (page) => {
      await page.getByLabel('First name').fill(who.first)
      await page.getByLabel('Last name').fill(who.last)
      await page.getByLabel('Phone').fill('')
      await page.getByLabel('Phone').pressSequentially('2125550177')
      await page.getByLabel('Email').fill(who.email)
      await pressContinue(page)
    },
  },
  {
    name: 'reviews the order',
    seen: (page) => page.getByRole('dialog', { name: 'ADDED TO ORDER' }),
    act: async (page) => page.getByRole('button', { name: 'REVIEW ORDER' }).click(),
  },
  { name: 'finds nothing on the order', seen: isEmpty, act: (page) => addMargherita(page) },
  {
    name: 'goes to the checkout',
    // The heading alone is shown while the portal finds out whether there is an order.
    seen: (page) =>
      page
        .getByRole('main')
        .filter({ has: heading('Review order')(page) })
        .getByRole('button', { name: 'CONTINUE' }),
    act: pressContinue,
  },
]

/**
 * Orders one pizza for curbside pickup, with a card, and gives the order's id.
 * @param placed ids of the orders that this guest has placed before
 */
export async function orderPizza(phone: Phone, who: Names, placed: ReadonlySet<string>): Promise<string> {
  let id: string | undefined
  let added = false
  const add = async (page: Page): Promise<void> => {
    await addMargherita(page)
    added = true
  }
  /** The id of the order that the page confirms, unless it is an earlier one. */
  const findNew = async (page: Page): Promise<string | undefined> => {
    if (!(await number(page).isVisible())) return undefined
    // The arrival page shows no receipt: it belongs to an earlier order.
    if (!(await page.getByRole('link', { name: 'VIEW RECEIPT' }).isVisible())) return undefined
    const seen = await readTicketId(page)
    return placed.has(seen) ? undefined : seen
  }
  await persist({
    phone,
    sights: pizzaSights(who),
    limitMs,
    async startOver(page) {
      if (!added) return await add(page)
      // Their order as they left it. Without one they are led home: it has been placed and has a page, or it is gone.
      await page.goto('/ordercart')
      // Its heading is shown while the portal finds out whether there is one.
      await page.waitForFunction(
        () => location.pathname !== '/ordercart' || document.querySelector('main aside button, main ul'),
      )
      if (new URL(page.url()).pathname === '/ordercart') return
      await page.goto('/ordersubmit')
      await number(page).or(heading('Order online')(page)).first().waitFor()
      if ((await findNew(page)) === undefined) await add(page)
    },
    async isDone(page) {
      id = await findNew(page)
      return id !== undefined
    },
  })
  return id!
}

/**
 * Buys a gift card that is sent by email.
 * @param hasEmail whether the receipt has arrived by email: what a person checks who saw no confirmation
 */
export async function buyGift(
  phone: Phone,
  who: Names,
  hasEmail: (address: string) => Promise<boolean>,
): Promise<string[]> {
  const sights: ScreenReaction[] = [
    checking,
    cardAway,
    {
      name: 'finds the payment that is being checked',
      seen: (page) => page.getByRole('link', { name: /We are checking your payment for a gift card/ }),
      act: async (page) => page.getByRole('link', { name: /checking your payment for a gift card/ }).click(),
    },
    {
      name: 'pays',
      seen: heading('Please enter your payment information.'),
      act: async (page) => {
        await fillBuyer(page)
        await page.getByLabel('Your email').fill(who.email)
        await typeMissingOfCard(page, who.card)
        const place = page.getByRole('button', { name: /^PLACE ORDER/ })
        await press(place)
        await leaveStep(page, place.first())
      },
    },
    {
      name: 'says how',
      seen: (page) => page.getByRole('radio', { name: 'SEND CARD VIA EMAIL' }),
      act: async (page) => {
        await page.getByRole('radio', { name: 'SEND CARD VIA EMAIL' }).check()
        await pressContinue(page)
      },
    },
    { name: 'chooses a card', seen: heading('Choose a card'), act: chooseProgram },
    {
      name: 'chooses an amount',
      seen: (page) => page.getByRole('radio', { name: '$50.00', exact: true }),
      act: async (page) => {
        await page.getByRole('radio', { name: '$50.00', exact: true }).check()
        await pressContinue(page)
      },
    },
    { name: 'has no code', seen: heading('Have a promo code?'), act: pressContinue },
    {
      name: 'writes a message',
      seen: heading('Would you like to include a personal message?'),
      act: (page) => fillMessage(page, 'See you on Friday'),
    },
    {
      name: 'says for whom',
      seen: (page) => page.getByLabel('Last name'),
      act: (page) => fillRecipient(page, { email: `for-${who.email}` }),
    },
  ]
  // The page of an earlier gift says that it is placed, too.
  let begun = false
  return await persist({
    phone,
    sights,
    limitMs,
    async startOver(page) {
      await page.goto('/sendcard')
      begun = true
    },
    isDone: async (page) =>
      begun &&
      ((await page.getByRole('heading', { name: 'Your order is placed', exact: true }).isVisible()) ||
        (await hasEmail(who.email))),
  })
}

/** Tells the restaurant that the guest is here, and waits until it knows. */
export async function checkIn(phone: Phone, id: string): Promise<string[]> {
  return await persist({
    phone,
    limitMs,
    startOver: (page) => page.goto(`/ticket/${id}?action=checkin`),
    sights: [
      {
        name: 'is here',
        seen: (page) => page.getByRole('button', { name: "I'M HERE" }),
        act: async (page) => {
          await fillCarUnlessKnown(page)
          await page.getByRole('button', { name: "I'M HERE" }).click()
        },
      },
      {
        name: 'waits until the restaurant knows',
        seen: (page) => page.getByText('The restaurant does not know yet'),
        act: (page) => page.getByText('The restaurant does not know yet').waitFor({ state: 'hidden' }),
      },
    ],
    isDone: (page) => page.getByText('The restaurant knows that you are here').isVisible(),
  })
}
