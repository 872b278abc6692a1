import { addMargherita, reviewOrder } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

test('in a browser without a store a dish is added, and the order can be reviewed (D4)', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await addMargherita(page)
  await reviewOrder(page)
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
})
