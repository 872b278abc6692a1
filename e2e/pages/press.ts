import { expect, type Locator } from '@playwright/test'

/**
 * Presses a button below the card's fields, or in a frame that has just come. By keyboard: where the page has just moved, a busy browser sends a click to the frame of a card field, which
 * its last picture shows there.
 */
export async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}
