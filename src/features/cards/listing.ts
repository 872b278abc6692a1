import { dateWords } from '#contract/format-date.ts'
import { t } from '#contract/language.ts'
import { formatCents } from '#contract/money.ts'
import { type FeatureName, isOn } from '#contract/rules/features.ts'
import { formatTimeOfDay, localTime } from '#contract/local-time.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { Settings } from '#contract/schemas/location.ts'
import { ageText } from '#lib/time/age.ts'

/** The cards of a list: those with nothing on them only where they are asked for (specification §2, toggle "Include Zero Balance Cards"). */
export const listShown = (cards: readonly Card[], { withEmpty }: { withEmpty: boolean }): Card[] =>
  cards.filter((card) => withEmpty || card.balance > 0)

/** Whether a card waits for the restaurant's word (on hold): what is on it stays, and buys nothing meanwhile. */
export const isOnHold = ({ status }: Pick<Card, 'status'>): boolean => status === 'frozen'

/** Whether a card was voided, or another stands for it: it buys nothing any more. */
export const isNoLongerValid = ({ status }: Pick<Card, 'status'>): boolean => status === 'disabled'

/** What a card buys nothing for, in a word or two; undefined for one that is good. */
export function problemOf(card: Pick<Card, 'status' | 'card_is_expired'>): string | undefined {
  if (isNoLongerValid(card)) return t('No longer valid')
  if (card.card_is_expired) return t('Expired')
  return isOnHold(card) ? t('On hold') : undefined
}

/** What is on a card, and why it buys nothing: `$25.00 (On hold)`. */
export function balanceText(card: Card): string {
  const problem = problemOf(card)
  return `${formatCents(card.balance)}${problem === undefined ? '' : ` (${problem})`}`
}

const buysNothing = (card: Card): boolean => problemOf(card) !== undefined

/** What the shown cards hold together, in cents. What has expired, is on hold or no longer valid buys nothing and does not count. */
export const sumBalances = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => (buysNothing(card) ? sum : sum + card.balance), 0)

/**
 * The cards to show at a counter, in the list's order: those that can pay, and the one that was asked for, whatever it is. Where none can pay it is
 * all of them: a card may have been loaded a minute ago.
 */
export function listForCounter(cards: readonly Card[], asked: string | undefined): Card[] {
  const useful = cards.filter((card) => card.id === asked || (card.balance > 0 && !buysNothing(card)))
  return useful.length > 0 ? useful : [...cards]
}

/** When a balance was known to be true, in the restaurant's own time, and how long ago that is: `as of 12:40pm, 3 h ago`; with the date where it was another day. */
export function asOfText(savedAt: number, now: number, timeZone: string): string {
  const then = localTime(savedAt, timeZone)
  const time = formatTimeOfDay(then.minutes)
  const day = then.date === localTime(now, timeZone).date ? '' : `${dateWords(then.date)} `
  return t`as of ${day}${time}, ${ageText(Math.max(0, now - savedAt))}`
}

/** What the location allows of gift cards: nothing while its settings are not there. */
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
