import { localTime } from '../local-time.ts'
import type { Card } from '../schemas/card.ts'
import { isoOfBirthday } from './account.ts'

/** Whether a card's last day has passed in the restaurant's time zone. Its `card_is_expired` may be out of date: the copy was saved earlier. */
export function isCardExpired(
  {
    card_is_expired,
    pretty_expiration_date: lastDay,
  }: Pick<Card, 'card_is_expired' | 'pretty_expiration_date'>,
  nowMs: number,
  timeZone: string,
): boolean {
  const iso = lastDay === undefined ? undefined : isoOfBirthday(lastDay)
  return card_is_expired || (iso !== undefined && iso < localTime(nowMs, timeZone).date)
}
