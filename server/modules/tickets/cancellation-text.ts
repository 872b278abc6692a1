import { partText } from '#contract/rules/refund-words.ts'
import { partView } from './refund-view.ts'
import type { Ticket } from './ticket.ts'

/** What a guest is told whose points were taken back with a reward that they had reached. */
export const rewardGone = 'The reward that its points had reached is gone again.'

/** Where the money begins in what was written of orders that were cancelled before it was said as it stands. */
const moneySentence =
  / (?:\$[\d,]+\.\d\d (?:goes back to|is back on) |Your bank (?:is looking into|has taken) \$|Your reward is yours again\.)/

/**
 * What the guest of a cancelled order is told, in English: why, as it was said then, and what goes back where, as it stands now. A bank that disputes a
 * payment decides long after.
 */
export function cancellationText(ticket: Pick<Ticket, 'success' | 'refunds' | 'payments'>): string {
  const said = ticket.success?.message ?? 'This order was canceled.'
  const end = said.endsWith(rewardGone) ? rewardGone : ''
  const why = said
    .slice(0, said.length - end.length)
    .split(moneySentence)[0]!
    .trim()
  const rest = ticket.refunds.find(({ reason }) => reason === 'cancelled')
  const money = [
    ...(rest ? rest.parts.map((part) => partText(partView(ticket, part))) : []),
    ...(rest?.rewardBack ? ['Your reward is yours again.'] : []),
  ]
  // What an early version gave back at once has no refund: what was written of it then is all that there is.
  if (money.length === 0) return said
  return [why, ...money, end].filter((text) => text !== '').join(' ')
}

/** What its guest is told of an order, in English. */
export const messageOf = (ticket: Ticket): string =>
  ticket.status === 'Cancelled' ? cancellationText(ticket) : (ticket.success?.message ?? '')
