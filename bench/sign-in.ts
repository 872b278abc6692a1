import type { Page } from 'playwright-core'

/** Signs in the demo's member at the portal with this address. */
export async function signIn(page: Page, portal: string): Promise<void> {
  await page.goto(new URL('/login', portal).href)
  await page.getByRole('textbox', { name: 'EMAIL' }).fill('member@larder.test')
  await page.getByLabel('PASSWORD', { exact: true }).fill('Larder-demo-1')
  await page.getByRole('button', { name: 'LOGIN', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
