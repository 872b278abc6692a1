import type { Page } from '@playwright/test'
import { addMargherita, chooseCurbside, chooseTime, reviewOrder } from '../pages/ordering.ts'
import { expect, test } from '../fixtures/test.ts'

// The service worker plays no part in what is tested here.
test.use({ offlineWorker: false })

const wayOn = (page: Page) => page.getByRole('button', { name: 'CONTINUE' })
const topOf = async (page: Page): Promise<number> => (await wayOn(page).boundingBox())!.y

test('CONTINUE is in reach on a phone however long its step is, above the docked bars, and covers no field; a low window has it below the step @one-window', async ({
  page,
}) => {
  await addMargherita(page)
  await reviewOrder(page)
  await chooseCurbside(page)
  await chooseTime(page)
  await expect(page.getByRole('heading', { name: 'Who is picking it up?' })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(wayOn(page)).toBeInViewport({ ratio: 1 })

  await page.getByLabel('First name').focus()
  for (const next of ['Last name', 'Phone', 'Email', 'Add your car', 'Note for the kitchen']) {
    await page.keyboard.press('Tab')
    const focused = page.getByLabel(next).or(page.getByRole('button', { name: next }))
    await expect(focused).toBeFocused()
    const { y, height } = (await focused.boundingBox())!
    expect(y + height, `${next} and CONTINUE`).toBeLessThan(await topOf(page))
  }

  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    document.documentElement.style.setProperty('--dock', '50px')
  })
  await expect(wayOn(page)).toBeInViewport({ ratio: 1 })
  const { y, height } = (await wayOn(page).boundingBox())!
  expect(y + height).toBeLessThan(844 - 50)

  // A phone in landscape, or 400 % zoom.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(wayOn(page)).not.toBeInViewport()
})
