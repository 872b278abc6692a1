import { dateWords } from '#contract/format-date.ts'
import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { type FeatureName, isOn } from '#contract/rules/features.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { serverTime } from '#lib/ports/server-clock.ts'
import { agoText, isAhead } from '#lib/time/age.ts'
import { zoneLabel } from '#lib/time/zone-label.ts'

/** The cards of a list: empty ones only on request (specification §2, toggle "Include Zero Balance Cards"). */
export const listShown = (cards: readonly Card[], { withEmpty }: { withEmpty: boolean }): Card[] =>
  cards.filter((card) => withEmpty || card.balance > 0)

/** Whether the restaurant has put a card on hold: it keeps its balance but buys nothing for now. */
export const isOnHold = ({ status }: Pick<Card, 'status'>): boolean => status === 'frozen'

/** Whether a card was voided or replaced: it buys nothing any more. */
export const isNoLongerValid = ({ status }: Pick<Card, 'status'>): boolean => status === 'disabled'

/** Why a card buys nothing, in a word or two; undefined for a valid one. */
export function problemOf(card: Pick<Card, 'status' | 'card_is_expired'>): string | undefined {
  if (isNoLongerValid(card)) return t('No longer valid')
  if (card.card_is_expired) return t('Expired')
  return isOnHold(card) ? t('On hold') : undefined
}

/** A card's balance, and why it buys nothing: `$25.00 (On hold)`. */
export function balanceText(card: Card): string {
  const problem = problemOf(card)
  return `${formatCents(card.balance)}${problem === undefined ? '' : ` (${problem})`}`
}

const buysNothing = (card: Card): boolean => problemOf(card) !== undefined

/** The total balance of the shown cards, in cents. Cards that are expired, on hold or no longer valid do not count. */
export const sumBalances = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => (buysNothing(card) ? sum : sum + card.balance), 0)

/**
 * The cards to show at the counter, in the list's order: those that can pay, and the requested one in any state. If none can pay, all of them: a card may have
 * been loaded a minute ago.
 */
export function listForCounter(cards: readonly Card[], asked: string | undefined): Card[] {
  const useful = cards.filter((card) => card.id === asked || (card.balance > 0 && !buysNothing(card)))
  return useful.length > 0 ? useful : [...cards]
}

/**
 * When a balance was last known to be correct, in the restaurant's time zone, and how long ago that is: `as of 12:40pm, 3 h ago`; with the date for another
 * day, with the zone's name for a reader in another one (reliability T4), and without a time where a wrong clock dated it.
 */
export function asOfText(savedAt: number, now: number, timeZone: string, readerZone?: string): string {
  const age = agoText(savedAt, now)
  if (isAhead(savedAt)) return t`as of ${age}`
  const then = localTime(serverTime(savedAt), timeZone)
  const time = formatTimeOfDay(then.minutes) + zoneLabel(timeZone, now, readerZone)
  const day = then.date === localTime(now, timeZone).date ? '' : `${dateWords(then.date)} `
  return t`as of ${day}${time}, ${age}`
}

/** Which gift card features the location allows: none until its settings are loaded. */
export function cardSwitchesOf(settings: Settings | undefined) {
  const allows = (feature: FeatureName): boolean => settings !== undefined && isOn(settings, feature)
  return {
    buy: allows('buyCard'),
    importing: allows('importCard'),
    reload: allows('reloadCard'),
    check: allows('checkBalance'),
    pass: allows('sendCardByText') || allows('sendCardByEmail'),
  }
}
