import type { Page } from '@playwright/test'
import { es } from '#contract/languages/es.ts'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'
import { readTree, type Tree } from '../pages/accessibility-tree.ts'
import { nora, readOrderNumber } from '../pages/ordering.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

/**
 * In Spanish, so that it shows as well that guests can order in it. Names and states come from the same code in every language; all other tests find things by
 * their English names.
 */
test.use({ locale: 'es-MX' })

type Walk = { page: Page; tree: Tree }

/** The Spanish translation of a text, with its placeholders filled in. */
const say = (text: string, ...values: string[]): string => {
  const said = es.translate(text)
  if (said === undefined) throw new Error(`Spanish has nothing for ${text}`)
  return values.reduce((rest, value, at) => rest.replace(`{${at}}`, value), said)
}

const begins = (text: string): RegExp => new RegExp(`^${text}`)

/** Each step has a heading, which gets the focus. */
const step = ({ tree }: Walk, heading: string) => tree.find('heading', say(heading), { focused: 'true' })

/** A live region announces the new total when it changes. */
const hearTotal = ({ tree }: Walk, amount: string) =>
  tree.find('status', new RegExp(`^Total .*${amount.replace('.', '\\.')}`))

async function addTwoMargheritas(walk: Walk): Promise<void> {
  const { page, tree } = walk
  await tree.press('link', say('ORDER ONLINE'))
  await tree.find('heading', say('Order online'))
  await tree.press('link', 'Pizza')
  await tree.press('link', begins('Margherita'))
  await tree.find('heading', 'Margherita', { level: '1' })
  await tree.find('group', begins('Size'))
  await tree.find('radio', begins('12 inch'), { checked: 'true' })
  await tree.find('group', say('Quantity'))
  await tree.press('radio', begins('16 inch'), 'Space')
  await hearTotal(walk, '22.00')
  await expectAccessible(page)
  await tree.press('button', say('One more'))
  await hearTotal(walk, '44.00')
  await tree.press('button', begins(say('ADD TO ORDER')))
  await tree.find('dialog', say('ADDED TO ORDER'))
  await tree.press('button', say('REVIEW ORDER'))
}

/** The buttons that change and remove a line name its dish. */
async function takeOneOff({ page, tree }: Walk): Promise<void> {
  await tree.find('heading', say('Review order'), { level: '1' })
  await tree.find('button', say('Customize {0}', 'Margherita'))
  await tree.find('button', say('Remove {0}', 'Margherita'))
  await tree.press('combobox', say('Quantity of {0}', 'Margherita'), 'Space')
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: say('Order summary') })).toMatchAriaSnapshot(`
    - term: ${say('Subtotal')}
    - definition: $22.00
    - term: ${say('Tax')}
    - definition: $1.95
    - status
    - term: ${say('Total')}
    - definition: $23.95
  `)
  await expectAccessible(page)
  await tree.press('button', say('CONTINUE'))
}

async function chooseWayAndTime(walk: Walk): Promise<void> {
  const { page, tree } = walk
  await step(walk, 'How would you like it?')
  await tree.press('radio', begins(say('Curbside pickup')), 'Space')
  await expectAccessible(page)
  await tree.press('button', say('CONTINUE'))
  await step(walk, 'Who is picking it up?')
  await tree.press('button', say('Change {0}', say('Time').toLowerCase()))
  await step(walk, 'When should it be ready?')
  // Choose a later time: the earliest may pass while the rest is typed.
  await tree.press('combobox', say('Time'), 'Space')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await tree.press('button', say('CONTINUE'))
  await step(walk, 'Who is picking it up?')
}

/** Each invalid field says what is wrong, and the first of them gets the focus. */
async function giveContact({ page, tree }: Walk): Promise<void> {
  await tree.press('button', say('CONTINUE'))
  await tree.find('textbox', say('First name'), { invalid: 'true', focused: 'true' })
  for (const [label, wrong] of [
    ['First name', 'Please enter a valid info'],
    ['Last name', 'Please enter a valid info'],
    ['Phone', 'Please enter a valid phone number'],
    ['Email', 'Please enter a valid email address'],
  ] as const) {
    const { description } = await tree.find('textbox', say(label), { invalid: 'true' })
    expect(description, label).toBe(say(wrong))
  }
  await expectAccessible(page)
  await tree.type(say('First name'), nora.first)
  await tree.type(say('Phone'), nora.phone.slice(0, 5))
  await tree.press('button', say('CONTINUE'))
  const { description } = await tree.find('textbox', say('Last name'), { invalid: 'true', focused: 'true' })
  expect(description).toBe(say('Please enter a valid info'))
  await page.reload()
  await waitUntilDrawn(page)
  await expect(page.getByLabel(say('First name'))).toHaveValue(nora.first)
  await expect(page.getByLabel(say('Phone'))).toHaveValue('(212) 55')
  await tree.type(say('Last name'), nora.last)
  await tree.type(say('Phone'), nora.phone.slice(5))
  await tree.type(say('Email'), nora.email)
  await tree.press('button', say('CONTINUE'))
}

/** Two optional steps, opened from the payment step. */
async function addCodeAndTip(walk: Walk): Promise<void> {
  const { page, tree } = walk
  await step(walk, 'Payment')
  await tree.press('button', say('Add a promo code'))
  await step(walk, 'Have a promo code?')
  await tree.type(say('Promo code'), 'WELCOME10')
  await page.keyboard.press('Enter')
  await hearTotal(walk, '21.56')
  await tree.press('button', say('CONTINUE'))
  await step(walk, 'Payment')
  await tree.press('button', say('Other tip'))
  await step(walk, 'Add a tip?')
  await tree.press('radio', begins('15'), 'Space')
  await tree.press('button', say('CONTINUE'))
  await step(walk, 'Payment')
  await expectAccessible(page)
}

/** What the provider's own frames call their fields, in the guest's language. */
const cardFields = ['Número de tarjeta', /^Fecha de vencimiento/, /^CVC, el/] as const

async function payByCard({ tree }: Walk): Promise<void> {
  await tree.find('button', say('CREDIT CARD'), { pressed: 'true' })
  await tree.find('button', say('GIFT CARD'), { pressed: 'false' })
  const [number, expiry, code] = cardFields
  for (const [title, field, text] of [
    ['Secure card number input frame', number, '4242424242424242'],
    ['Secure expiration date input frame', expiry, '1230'],
    ['Secure CVC input frame', code, '123'],
  ] as const) {
    await tree.find('Iframe', title)
    await tree.type(field, text)
  }
  await tree.press('button', begins(say('PLACE YOUR ORDER · {0}', '')))
  await tree.find('heading', say('Thank you!'), { level: '1' })
}

/** The words of an element's text that begin on one line and end on another. Runs in the page. */
function listBrokenWords(element: Element): string[] {
  const broken: string[] = []
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const isHidden = node.parentElement!.closest('.visually-hidden') !== null
      if (!isHidden && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}

async function readConfirmation(page: Page): Promise<void> {
  await readOrderNumber(page, say('Order number'))
  await expect(page.getByRole('heading', { level: 1, name: '¡Gracias!' })).toBeVisible()
  // The promise depends on the time of the run: a number of minutes while the kitchen is open, otherwise a time.
  await expect(
    page
      .getByText(/^(Recibimos tu pedido \S+\. Estará listo para ti en unos \d+ minutos\.|Listo .+)$/)
      .first(),
  ).toBeVisible()
  // Tall enough that the fixed elements at the bottom cover no button.
  await page.setViewportSize({ width: 390, height: 1800 })
  await expectAccessible(page)
  // Four steps share the width of the smallest phone, and not every browser can hyphenate Spanish.
  await page.setViewportSize({ width: 320, height: 1800 })
  const steps = page.getByRole('list', { name: say('Steps of your order') })
  await expect(steps).toBeVisible()
  expect(await steps.evaluate(listBrokenWords)).toEqual([])
}

test('an order through the accessibility tree alone: each step focuses its heading, errors are announced at their fields, totals are announced, and typed text is kept @VA-13 @one-window', async ({
  page,
}) => {
  const first = await page.goto('/')
  expect(await first!.text()).toContain('<html lang="es"')
  await waitUntilDrawn(page)
  const walk: Walk = { page, tree: await readTree(page) }
  await addTwoMargheritas(walk)
  await takeOneOff(walk)
  await chooseWayAndTime(walk)
  await giveContact(walk)
  await addCodeAndTip(walk)
  await payByCard(walk)
  await readConfirmation(page)
})
