import { languageCookie } from '#contract/language.ts'
import { expect, test } from '../fixtures/test.ts'

/** How a line of text lies in narrow windows and in languages that are read from the right. */

test.use({ offlineWorker: false })

test('when a restaurant opens takes the one line that is reserved for it on the narrowest phone; read from the right, its English keeps its full stop at its end and begins where everything else does @one-window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/order')
  const line = page.getByRole('main').locator('h1 + p > span')
  await expect(line).toHaveText(/[a-z]/)
  const lines = await line.evaluate((span) => {
    // The longest that it says.
    span.textContent = 'Order ahead. Opens Wednesday 11:30am.'
    return span.getClientRects().length
  })
  expect(lines).toBe(1)

  await page.context().addCookies([{ name: languageCookie, value: 'ar-XB', url: page.url() }])
  await page.goto('/order')
  const note = page.getByText('Until four. Sandwiches, slices and a plate of pasta.')
  const { first, last, right, edge } = await note.evaluate((paragraph) => {
    const range = document.createRange()
    const at = (from: number) => {
      range.setStart(paragraph.firstChild!, from)
      range.setEnd(paragraph.firstChild!, from + 1)
      return range.getBoundingClientRect()
    }
    const length = paragraph.textContent.length
    return {
      first: at(0).left,
      last: at(length - 1).left,
      right: at(length - 1).right,
      edge: paragraph.getBoundingClientRect().right,
    }
  })
  expect(last).toBeGreaterThan(first)
  expect(edge - right).toBeLessThan(2)
})
