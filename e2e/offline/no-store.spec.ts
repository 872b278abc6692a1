import { fillLogin, loginButton, member } from '../pages/account.ts'
import {
  addMargherita,
  chooseCurbside,
  chooseTime,
  placeButton,
  readOrderNumber,
  reviewOrder,
  fillContact,
  tip,
  typeCard,
} from '../pages/ordering.ts'
import { requestsFor } from '../fixtures/built-files.ts'
import { expect, test } from '../fixtures/test.ts'

// Whether there is a worker changes nothing about the page's own stores.
test.use({ offlineWorker: false })

const keepsNothing = 'This browser saves nothing: your order lasts as long as this tab.'

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
  await expect(page.getByText(keepsNothing)).toBeVisible()
  await reviewOrder(page)
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  // It lasts as long as the tab, however often its page is loaded.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
  await chooseCurbside(page)
  await chooseTime(page)
  await fillContact(page)
  await tip(page, 15)
  await typeCard(page)
  await placeButton(page).click()
  expect(await readOrderNumber(page)).not.toBe('')
})

test('in a browser whose every storage throws the portal starts, and a member stays signed in until the page is closed (D5)', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.goto('/login')
  await fillLogin(page, member)
  await expect(page).not.toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'MY ACCOUNT', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  await page.reload()
  await expect(loginButton(page)).toBeVisible()
})

test('in a browser whose store never answers the screen does not wait for it, and the portal continues in memory (D7)', async ({
  page,
  context,
  faults,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(IDBFactory.prototype, 'open', { value: () => new EventTarget() })
  })
  // The in-memory database is loaded only after the browser's own was given up. Until it arrives there is no database at all.
  const memory = faults.arm({ path: requestsFor('src/db/memory-store.ts') }, { kind: 'delay' })
  await page.goto('/login')
  await expect(loginButton(page)).toBeVisible()
  await memory.met
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  memory.release()
  await addMargherita(page)
  await expect(page.getByText(keepsNothing)).toBeVisible()
  await reviewOrder(page)
  await expect(page.getByText('Not sent yet')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Margherita' })).toBeVisible()
})
