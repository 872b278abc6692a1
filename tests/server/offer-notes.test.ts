import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listOfferNotes } from '#server/import/offer-notes.ts'
import { findRemedy } from '#server/import/remedies.ts'
import { fixtureMerchants } from './support/larder.ts'

type File = {
  promo_codes: object[]
  card_programs: { external_id: string; image: string; description: string; amount?: string }[]
  gift_card_limits?: { guest?: string; member?: string }
  settings: Record<string, unknown>
}

const digital = { enable: true, send_card_by_email: true, card_management: { buy_card: true } }

/** The notes about Tavola with these offers, each without its line. */
function notesOf(settings: Record<string, unknown>, changes: Partial<File> = {}): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'larder-notes-'))
  cpSync(join(fixtureMerchants, 'tavola'), folder, { recursive: true })
  const path = join(folder, 'location.json')
  const file = JSON.parse(readFileSync(path, 'utf8')) as File
  const my_account = { enable: true }
  const others = { my_account, rewards: { enable: false }, promo_codes: { enable: true }, cards: { digital } }
  Object.assign(file, { promo_codes: [] }, changes)
  Object.assign(file.settings, others, settings)
  writeFileSync(path, JSON.stringify(file))
  return listOfferNotes(folder, 'tavola').map((note) => {
    expect(findRemedy(note), note.message).toBeDefined()
    return `${note.field}: ${note.message}`
  })
}

const withoutAccounts = { my_account: { enable: false } }
const program = { external_id: 'card', image: '/pictures/x-640.webp', description: 'A card' }

describe('a check of what is offered', () => {
  it('names what only members can have, where nobody can become one', () => {
    const cards = { digital: { enable: true, card_management: { buy_card: true } } }
    const rewards = { enable: true }
    expect(notesOf({ rewards, cards })).toEqual([])
    expect(notesOf({ ...withoutAccounts, rewards, cards })).toEqual([
      'settings.rewards: is on, and nobody can sign up: my_account is off',
      'settings.cards.digital.card_management.buy_card: is for members alone, and nobody can sign up: my_account is off',
    ])
    // Guests send them by email.
    expect(notesOf(withoutAccounts)).toEqual([])
  })

  it('names limits under which nobody can buy a gift card that is on sale', () => {
    const nothing = { gift_card_limits: { guest: '0.00', member: '0.00' } }
    const note = ['gift_card_limits: lets nobody buy a gift card, and they are on sale']
    expect(notesOf({}, nothing)).toEqual(note)
    expect(notesOf({ cards: {} }, nothing)).toEqual([])
    const members = { gift_card_limits: { guest: '0.00', member: '100.00' }, card_programs: [program] }
    expect(notesOf({}, members)).toEqual([])
    expect(notesOf(withoutAccounts, members)).toEqual(note)
  })

  it('names a kind of card that costs more than anybody may spend in a day', () => {
    const dear = (amount: string) => ({
      card_programs: [program, { ...program, external_id: 'dear', amount }],
    })
    expect(notesOf({}, dear('2000.00'))).toEqual([])
    expect(notesOf({}, dear('2000.01'))).toEqual([
      'card_programs[1].amount: is more than anybody may spend on gift cards in a day: $2,000.00',
    ])
    expect(notesOf(withoutAccounts, dear('500.01'))).toHaveLength(1)
  })

  it('names a promo code for what is not sold', () => {
    const codes = (...promo_codes: object[]) => ({
      promo_codes: promo_codes.map((one, index) => ({ code: `C${index}`, percent: 10, ...one })),
    })
    const gifts = { applies_to: ['gift_cards'] }
    const both = { applies_to: ['orders', 'gift_cards'] }
    expect(notesOf({}, codes({}, gifts, both))).toEqual([])
    expect(notesOf({ cards: {} }, codes({}, gifts, both))).toEqual([
      'promo_codes[1]: is for what is not sold here: gift_cards',
    ])
    expect(notesOf({ cards: {}, promo_codes: { enable: false } }, codes(gifts))).toEqual([])
  })
})
