import { expect, type Page } from '@playwright/test'
import type { World } from '../fixtures/world.ts'

/** Gift cards as their owners use them. The demo's cards (design/demo-world.md). */

export const cardNumbers = {
  full: '6006491234567896',
  second: '6006491244440021',
  empty: '6006491200000013',
  expired: '6006491299990008',
  unowned: '6006495555550004',
  others: '6006491277770015',
} as const

export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The barcode of a card, as a screen reader calls it. */
export const barcode = (page: Page, number: string) => page.getByRole('img', { name: grouped(number) })

/** Opens the list and waits until the cards are in it. */
export async function openCards(page: Page, home = ''): Promise<void> {
  await page.goto(`${home}/mycards`)
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
}

export const counter = (page: Page) => page.getByRole('dialog', { name: 'Gift card for the counter' })

/** What bella's server knows a card by. */
export async function cardIdOf(world: World, number: string): Promise<string> {
  const rows = await world.database.query<{ id: string }>(`SELECT id FROM cards WHERE card_number = $1 AND location_id = 'bella-nyc'`, [number])
  return rows[0]!.id
}

export const cardNumberField = (page: Page) => page.getByLabel('CARD NUMBER', { exact: true })
