import { expect, type Locator, type Page } from '@playwright/test'

/** Checks that a screen prints this element without the bars, the footer and the buttons around it. */
export async function expectOnPaper(page: Page, wanted: Locator, pressed: Locator): Promise<void> {
  await expect(pressed).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(wanted).toBeVisible()
  for (const left of [pressed, page.getByRole('banner'), page.getByRole('contentinfo')])
    await expect(left).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: null })
}
