import type { Locator, Page } from 'playwright-core'
import { visit } from './browser/visit.ts'
import type { Result } from './budgets.ts'
import { withFreshProfile } from './launch.ts'
import { waitForIdleMachine } from './machine.ts'
import { attempt } from './rounds.ts'
import { type Interaction, Interactions } from './interactions.ts'
import { signIn } from './sign-in.ts'

/**
 * A whole order, from the menus to the placed order, by raw input on a slowed processor: the longest time from a tap or key to the next paint, and where it
 * was.
 */

const slowdowns = { tap4: 4, tap10: 10 } as const
const people = ['guest', 'member'] as const

/**
 * @param portal the restaurant's address
 * @param busy how busy the machine was before each order is added to this
 */
export async function measureOrderTaps(portal: string, busy: number[]): Promise<Result[]> {
  const results: Result[] = []
  for (const person of people)
    for (const [id, slowdown] of Object.entries(slowdowns) as [keyof typeof slowdowns, number][]) {
      busy.push(await waitForIdleMachine())
      const measure = async (): Promise<Result[]> => {
        const found = await withFreshProfile((profile) => orderOnce(profile, portal, person, slowdown))
        const [worst, ...others] = found.toSorted((a, b) => b.ms - a.ms)
        const told = ({ step, ms }: Interaction) => `${step} ${Math.round(ms)} ms`
        const longest = found.toSorted((a, b) => b.longestTask - a.longestTask)[0]!
        const task = `longest task after a tap ${Math.round(longest.longestTask)} ms, ${longest.step}`
        console.log(
          `  ${person}, ${slowdown}× slower: ${[worst!, ...others].slice(0, 5).map(told).join(', ')}`,
        )
        return [
          { id, of: person, value: worst!.ms, note: `${told(worst!)}, then ${told(others[0]!)}; ${task}` },
        ]
      }
      results.push(...(await attempt([id], measure, person)))
    }
  return results
}

async function orderOnce(
  profile: string,
  portal: string,
  person: (typeof people)[number],
  slowdown: number,
): Promise<Interaction[]> {
  const order = { url: `${portal}/menus`, content: { within: 'main', text: 'Dinner' } }
  await visit(profile, order, {
    measured: false,
    afterwards: (page) => (person === 'member' ? signIn(page, portal) : Promise.resolve()),
  })
  const { result: found } = await visit(profile, order, {
    slowdown,
    afterwards: async (page) => {
      const hand = new Interactions(page)
      await chooseDish(page, hand)
      await goThroughSteps(page, hand)
      await pay(page, hand)
      return hand.found
    },
  })
  return found!
}

async function chooseDish(page: Page, hand: Interactions): Promise<void> {
  const { main, button } = placesOf(page)
  await hand.tap('a menu', main.locator('a[href="/menus/dinner"]').first())
  await hand.tap('a category', main.locator('a[href="/menus/dinner/category/pizza"]').first())
  await hand.tap('a dish', main.locator('a[href$="/item/margherita"]').first())
  await page.goto(new URL('/order', page.url()).href)
  await hand.tap(
    'a dish to order',
    main.locator('a[href="/order/dinner/category/pizza/item/margherita"]').first(),
  )
  await hand.tap('a size', radio(page, '16 inch'))
  await hand.tap('one more', button('One more'))
  await hand.tap('add to order', button(/^ADD TO ORDER/))
  await hand.tap('review order', page.getByRole('dialog').getByRole('button', { name: 'REVIEW ORDER' }))
  await hand.tap('continue from the cart', button('CONTINUE'))
}

/** Goes through all six steps. One that the portal would skip is opened by its line. */
async function goThroughSteps(page: Page, hand: Interactions): Promise<void> {
  const { button, heading } = placesOf(page)
  const open = async (title: string, change: string) => {
    await heading(title).or(button(change)).first().waitFor()
    if (!(await heading(title).isVisible())) await hand.tap(`open: ${title}`, button(change))
    await heading(title).waitFor()
  }
  await open('How would you like it?', 'Change order type')
  await hand.tap('pickup', radio(page, /^Pickup/))
  await hand.tap('continue from the way', button('CONTINUE'))
  await open('When should it be ready?', 'Change time')
  const times = page.getByLabel('Time', { exact: true })
  await times.getByRole('option').nth(1).waitFor({ state: 'attached' })
  // The browser's own list: not a tap on the page.
  await times.selectOption({ index: 1 })
  await hand.tap('continue from the time', button('CONTINUE'))
  await open('Who is picking it up?', 'Change contact')
  for (const [label, text] of [
    ['First name', 'Nora'],
    ['Last name', 'Quill'],
    ['Phone', '2125550177'],
    ['Email', 'nora@example.test'],
  ] as const)
    await hand.type(label, page.getByLabel(label), text)
  await hand.tap('continue from the contact', button('CONTINUE'))
  await open('Have a promo code?', 'Add a promo code')
  await hand.tap('continue from the promo code', button('CONTINUE'))
  await hand.tap('tip', button('Tip 15%'))
}

async function pay(page: Page, hand: Interactions): Promise<void> {
  const { button } = placesOf(page)
  const number = page.locator('iframe[title="Secure card number input frame"]')
  const another = radio(page, 'Another card')
  await another.or(number).first().waitFor()
  if (await another.isVisible()) await hand.tap('another card', another)
  for (const [title, text] of [
    ['Secure card number input frame', '4242424242424242'],
    ['Secure expiration date input frame', '1230'],
    ['Secure CVC input frame', '123'],
  ] as const) {
    const field = page.frameLocator(`iframe[title="${title}"]`).locator('input:enabled').first()
    await field.waitFor()
    // The provider's own page: its response time is not the portal's.
    await field.pressSequentially(text)
  }
  await hand.tap('place the order', button(/^PLACE YOUR ORDER/))
  await page.locator('[data-order-number]').waitFor({ timeout: 60_000 })
  await hand.settle('the placed order')
}

const radio = (page: Page, name: string | RegExp): Locator => page.getByRole('radio', { name }).first()

const placesOf = (page: Page) => ({
  main: page.getByRole('main'),
  button: (name: string | RegExp) => page.getByRole('button', { name }).first(),
  heading: (name: string) => page.getByRole('heading', { name }).first(),
})
