import { describe, expect, it } from 'vitest'
import { isCardExpired } from '#contract/rules/card-expiry.ts'
import {
  asOfText,
  balanceText,
  cardSwitchesOf,
  listForCounter,
  listShown,
  sumBalances,
} from '#features/cards/listing.ts'
import { card } from '../support/account.ts'
import { settingsWith } from '../support/merchant-data.ts'

const full = card({ id: 'full', balance: 7500 })
const small = card({ id: 'small', balance: 25 })
const empty = card({ id: 'empty', balance: 0 })
const expired = card({ id: 'expired', balance: 1250, card_is_expired: true })
const all = [full, empty, small, expired]
const ids = (cards: readonly { id: string }[]) => cards.map(({ id }) => id)

describe('a card’s last day', () => {
  const until = (day: string) => card({ has_expiration_date: true, pretty_expiration_date: day })
  // 11:30pm in New York on the 19th.
  const now = Date.parse('2026-11-20T04:30:00Z')

  it('is one to pay on, by the restaurant’s own clock, and the next is not', () => {
    expect(isCardExpired(until('11/19/2026'), now, 'America/New_York')).toBe(false)
    expect(isCardExpired(until('11/18/2026'), now, 'America/New_York')).toBe(true)
    expect(isCardExpired(until('11/19/2026'), now, 'UTC')).toBe(true)
    expect(isCardExpired(card(), now, 'UTC')).toBe(false)
    expect(isCardExpired(card({ card_is_expired: true }), now, 'UTC')).toBe(true)
  })
})

describe('the list of cards', () => {
  it('has empty cards only when they are asked for @GC-01', () => {
    expect(ids(listShown(all, { withEmpty: false }))).toEqual(['full', 'small', 'expired'])
    expect(listShown(all, { withEmpty: true })).toEqual(all)
  })

  it('sums what can be spent: expired cards do not count @GC-02', () => {
    expect(sumBalances(all)).toBe(7525)
    expect(sumBalances([])).toBe(0)
  })
})

describe('a card’s balance', () => {
  it.each([
    ['active', false, '$75.00'],
    ['active', true, '$75.00 (Expired)'],
    ['frozen', false, '$75.00 (On hold)'],
    ['disabled', true, '$75.00 (No longer valid)'],
  ])('%s: says why it buys nothing, at the counter from the first moment', (status, isOver, words) => {
    const one = card({ balance: 7500, status, card_is_expired: isOver })
    expect(balanceText(one)).toBe(words)
    expect(sumBalances([one])).toBe(words === '$75.00' ? 7500 : 0)
  })
})

describe('the cards for the counter', () => {
  it('are those that can pay, and the one that was asked for', () => {
    expect(ids(listForCounter(all, undefined))).toEqual(['full', 'small'])
    expect(ids(listForCounter(all, 'expired'))).toEqual(['full', 'small', 'expired'])
  })

  it('are all of them where none can pay', () => {
    expect(ids(listForCounter([empty, expired], undefined))).toEqual(['empty', 'expired'])
  })
})

describe('the age of a balance', () => {
  const newYork = 'America/New_York'
  const at = (time: string) => Date.parse(`2026-11-20T${time}:00-05:00`)

  it('is in words and the restaurant’s time zone', () => {
    expect(asOfText(at('12:40'), at('15:45'), newYork, newYork)).toBe('as of 12:40pm, 3 h ago')
    expect(asOfText(at('12:40'), at('12:40'), 'America/Chicago', 'America/Chicago')).toBe(
      'as of 11:40am, just now',
    )
  })

  it('has its date when that was another day there', () => {
    expect(asOfText(at('12:40') - 24 * 3_600_000, at('15:45'), newYork, newYork)).toBe(
      'as of 11/19/2026 12:40pm, 1 day ago',
    )
    // The same instant is still the 19th in Los Angeles.
    expect(asOfText(at('01:00'), at('02:00'), 'America/Los_Angeles', 'America/Los_Angeles')).toBe(
      'as of 10:00pm, 1 h ago',
    )
  })

  it('names the zone for a reader whose clock shows another time (T4)', () => {
    expect(asOfText(at('12:40'), at('15:45'), newYork, 'Asia/Tokyo')).toBe(
      'as of 12:40pm (New York time), 3 h ago',
    )
  })

  it('is never in the future, whatever the device’s clock says', () => {
    expect(asOfText(at('12:40'), at('12:10'), newYork, newYork)).toBe('as of 12:40pm, just now')
    const nextYear = Date.now() + 365 * 24 * 3_600_000
    expect(asOfText(nextYear, Date.now(), newYork)).toBe('as of some time ago')
  })
})

it('a link is offered only where the location’s settings allow it @GC-04 @EN-11', () => {
  const none = { buy: false, importing: false, reload: false, check: false, pass: false }
  const settings = settingsWith([])
  expect(cardSwitchesOf(undefined)).toEqual(none)
  expect(cardSwitchesOf(settings)).toEqual(none)
  const digital = { enable: true, card_management: { buy_card: true, import_card: false, reload_card: true } }
  const physical = { enable: true, check_card_balance: true }
  expect(cardSwitchesOf({ ...settings, cards: { digital, physical } })).toEqual({
    buy: true,
    importing: false,
    reload: true,
    check: true,
    pass: false,
  })
  const byText = { ...settings, cards: { digital: { ...digital, send_card_by_text: true } } }
  expect(cardSwitchesOf(byText).pass).toBe(true)
  for (const off of [{ enable: false }, { check_card_balance: false }])
    expect(cardSwitchesOf({ ...settings, cards: { physical: { ...physical, ...off } } })).toEqual(none)
  expect(cardSwitchesOf({ ...settings, cards: { digital: { ...digital, enable: false } } })).toEqual(none)
})
