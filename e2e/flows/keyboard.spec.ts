import { requestsFor } from '../fixtures/built-files.ts'
import { waitUntilDrawn } from '../fixtures/launched.ts'
import { expect, test } from '../fixtures/test.ts'
import { pressByKeyboard, tabTo, typeCardByKeyboard, walkToMargherita } from '../pages/keyboard.ts'
import { addMargherita, readOrderNumber } from '../pages/ordering.ts'

test('a whole purchase by the keyboard alone, from the home page on, with the focus always in sight @wide-window', async ({
  page,
}) => {
  const press = (name: RegExp | string) => pressByKeyboard(page, page.getByRole('button', { name }))
  await page.goto('/')
  await waitUntilDrawn(page)
  await walkToMargherita(page, { order: 'ORDER ONLINE', categories: 'Categories' })
  await expect(page.getByRole('button', { name: /^ADD TO ORDER/ })).toBeEnabled()
  await tabTo(page, page.getByRole('radio', { name: '12 inch' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '16 inch' })).toBeChecked()
  await press(/^ADD TO ORDER/)
  const dialog = page.getByRole('dialog', { name: 'ADDED TO ORDER' })
  await expect(dialog).toBeVisible()
  // Escape closes the dialog, and the focus returns to the button.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^ADD TO ORDER/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await press('REVIEW ORDER')
  await expect(page.getByRole('heading', { name: 'Margherita' }).first()).toBeVisible()
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
  // Choose a later time: the earliest may pass while the rest is typed.
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
  // Enter in a field submits the form.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await press('Tip 10%')
  await expect(page.getByRole('button', { name: 'Tip 10%' })).toHaveAttribute('aria-pressed', 'true')
  await typeCardByKeyboard(page)
  // The provider's frame reports a complete card a moment later; until then Tab skips the disabled button.
  await press(/^PLACE YOUR ORDER/)
  await readOrderNumber(page)
})

test('the screen after a dialog has the focus, also where its file comes late @wide-window', async ({
  page,
  faults,
}) => {
  const file = faults.arm(
    { method: 'GET', path: requestsFor('src/routes/_kit/ordercart.lazy.tsx') },
    { kind: 'delay' },
  )
  await addMargherita(page)
  await pressByKeyboard(page, page.getByRole('button', { name: 'REVIEW ORDER' }))
  await file.met
  file.release()
  await expect(page.getByRole('heading', { name: 'Review order', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})
