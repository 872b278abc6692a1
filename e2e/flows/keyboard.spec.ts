import type { Locator, Page } from '@playwright/test'
import { margherita, readOrderNumber } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

/** Tabs on until something has the focus; fails when the keyboard never gets there. */
async function tabTo(page: Page, target: Locator, maxPresses = 60): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

test('a whole purchase by the keyboard alone @wide-window', async ({ page }) => {
  const press = async (name: RegExp | string): Promise<void> => {
    await tabTo(page, page.getByRole('button', { name }))
    await page.keyboard.press('Enter')
  }
  await page.goto(margherita)
  await expect(page.getByRole('button', { name: /^ADD TO ORDER/ })).toBeEnabled()
  await tabTo(page, page.getByRole('radio', { name: '12 inch' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '16 inch' })).toBeChecked()
  await press(/^ADD TO ORDER/)
  const dialog = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
  await expect(dialog).toBeVisible()
  // Escape closes it, and the focus is where it was.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^ADD TO ORDER/ })).toBeFocused()
  await page.goto('/ordercart')
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  await press('CONTINUE')
  await expect(page.getByRole('heading', { name: 'How would you like it?' })).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: /Delivery/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Curbside/ })).toBeChecked()
  await press('CONTINUE')
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeFocused()
  await press('Change time')
  await expect(page.getByRole('heading', { name: 'When should it be ready?' })).toBeFocused()
  await tabTo(page, page.getByLabel('Time', { exact: true }))
  // A later time than the earliest: that may pass while the rest is typed.
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await press('CONTINUE')
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeFocused()
  for (const [label, text] of [
    ['First name', 'Nora'],
    ['Last name', 'Quill'],
    ['Phone', '2125550177'],
    ['Email', 'nora@example.test'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  // Enter in a field sends the form, as everywhere.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await press('Tip 10%')
  await expect(page.getByRole('button', { name: 'Tip 10%' })).toHaveAttribute('aria-pressed', 'true')
  // The keys go where the focus is: each of the provider's frames has to have its field by then.
  const frame = (name: string) => page.locator(`iframe[title="Secure ${name} input frame"]`)
  const field = (name: string) => frame(name).contentFrame().getByRole('textbox')
  const fields = ['card number', 'expiration date', 'CVC'] as const
  for (const name of fields) await expect(field(name)).toBeVisible()
  await tabTo(page, frame('card number'))
  for (const [at, keys] of ['4242424242424242', '1230', '123'].entries()) {
    await expect(field(fields[at]!)).toBeFocused()
    await page.keyboard.type(keys)
    await expect(field(fields[at]!)).toHaveValue(new RegExp(`^${[...keys].join('\\D*')}$`))
    if (at < 2) await page.keyboard.press('Tab')
  }
  // The provider's frame says so a moment later; until then the button is no stop for Tab.
  await expect(page.getByRole('button', { name: /^PLACE YOUR ORDER/ })).toBeEnabled()
  await press(/^PLACE YOUR ORDER/)
  await readOrderNumber(page)
})
