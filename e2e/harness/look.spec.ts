import { describeViolations } from '../fixtures/look.ts'
import { settled } from '../fixtures/offline-ready.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ offlineWorker: false })

test('a check finds violations, and reads no color in the middle of a transition', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Look</title>
    <style>button { color: #888; background: #777; transition: color 600s linear }
    :root:has(h2) button { color: #fff; background: #000 }</style>
    <main><h1>Look</h1><button>Pay</button><img src="data:," width="40" height="40"></main></html>`)
  const before = await describeViolations(page)
  expect(before).toContain('color-contrast: ')
  expect(before).toContain('image-alt: ')
  expect(before).toContain('    button\n')
  // The transition lasts ten minutes: the check must not wait for it.
  await page.evaluate(() => {
    document.querySelector('img')!.alt = 'A plate'
    document
      .querySelector('main')!
      .append(Object.assign(document.createElement('h2'), { textContent: 'Enabled' }))
  })
  expect(await describeViolations(page)).toBe('')
  // The page has its transitions again.
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
})

test('a button whose name does not have its words is reported: voice control could not find it', async ({
  page,
}) => {
  await page.goto('/about')
  // Until it is hydrated, another element among its own would be a fault.
  await settled(page)
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'Keep it'
    button.setAttribute('aria-label', 'Keep the pizza')
    document.querySelector('main')!.append(button)
  })
  expect(await describeViolations(page)).toContain('label-content-name-mismatch')
})
