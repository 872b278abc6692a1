import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { cardKeyFile } from '#server/db/private-folder.ts'
import { hashOfNumber, openNumber } from '#server/modules/cards/stored-number.ts'
import { type DataCipher, dataCipher, findCipherKey } from '#server/ports/data-cipher.ts'
import type { World } from '../fixtures/world.ts'

/** Gift cards as their owners use them, with the demo's cards (docs/design/demo-world.md). */

export const cardNumbers = {
  full: '6006491234567896',
  second: '6006491244440021',
  empty: '6006491200000013',
  expired: '6006491299990008',
  unowned: '6006495555550004',
  others: '6006491277770015',
} as const

export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The barcode of a card, by the name that a screen reader gives it. */
export const barcode = (page: Page, number: string) => page.getByRole('img', { name: grouped(number) })

/** Opens the list and waits until it shows the cards. */
export async function openCards(page: Page, home = ''): Promise<void> {
  await page.goto(`${home}/mycards`)
  await expect(barcode(page, cardNumbers.full)).toBeVisible()
}

export const counter = (page: Page) => page.getByRole('dialog', { name: 'Gift card for the counter' })

const bella = 'bella-nyc'

/** A cipher with the key that the world's server made for itself. */
const cipherOf = (world: World): DataCipher =>
  dataCipher(findCipherKey(readFileSync(join(world.dataDir, cardKeyFile), 'utf8').trim())!)

/** The id of a card on bella's server. */
export async function cardIdOf(world: World, number: string): Promise<string> {
  const hash = hashOfNumber(cipherOf(world), bella, number)
  const rows = await world.database.query<{ id: string }>(
    'SELECT id FROM cards WHERE number_hash = $1 AND location_id = $2',
    [hash, bella],
  )
  return rows[0]!.id
}

/** The balance of one of bella's cards, in cents. */
export async function cardBalanceOf(world: World, number: string): Promise<number> {
  const rows = await world.database.query<{ cents: number }>(
    'SELECT balance_cents AS cents FROM cards WHERE id = $1',
    [await cardIdOf(world, number)],
  )
  return rows[0]!.cents
}

/** The numbers of a user's cards at bella. */
export async function numbersOf(world: World, userId: string): Promise<string[]> {
  const rows = await world.database.query<{ id: string; sealed_number: string }>(
    'SELECT id, sealed_number FROM cards WHERE user_id = $1',
    [userId],
  )
  return rows.map(({ id, sealed_number }) => openNumber(cipherOf(world), bella, id, sealed_number))
}

export const cardNumberField = (page: Page) => page.getByLabel('CARD NUMBER', { exact: true })
