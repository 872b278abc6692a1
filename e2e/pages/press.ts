import { expect, type Locator } from '@playwright/test'

/**
 * Presses a button below the card's fields, or in a frame that has just loaded. Uses the keyboard: where the page has just moved, a busy browser sends a click
 * to the frame that its last picture shows in that place.
 */
export async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}
