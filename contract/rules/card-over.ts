import { localTime } from '../local-time.ts'
import type { Card } from '../schemas/card.ts'
import { isoOfBirthday } from './account.ts'

/** Whether a card's last day has passed where the restaurant is: a copy of it may be from before. */
export function isCardOver(
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
