import {
  addMargherita,
  chooseCurbside,
  chooseTime,
  placeButton,
  readOrderNumber,
  reviewOrder,
  tellWho,
  tip,
  typeCard,
} from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

test('in a browser that refuses its store and its locks a dish is added, the order reviewed, and paid for (D4)', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    const refuse = (): Promise<never> => Promise.reject(new DOMException('refused', 'SecurityError'))
    Object.defineProperty(navigator, 'locks', { value: { request: refuse, query: refuse } })
  })
  await addMargherita(page)
  await reviewOrder(page)
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  await chooseCurbside(page)
  await chooseTime(page)
  await tellWho(page)
  await tip(page, 15)
  await typeCard(page)
  await placeButton(page).click()
  expect(await readOrderNumber(page)).not.toBe('')
})
