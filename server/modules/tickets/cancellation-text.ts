import { partText } from '#contract/rules/refund-words.ts'
import { partView } from './refund-view.ts'
import type { Ticket } from './ticket.ts'

/** What a guest is told whose order's points had earned a reward that is taken back. */
export const rewardGone = 'The reward that its points had reached is gone again.'

/** The start of the sentence about money, in texts stored before refunds were described by their current state. */
const moneySentence =
  / (?:\$[\d,]+\.\d\d (?:goes back to|is back on) |Your bank (?:is looking into|has taken) \$|Your reward is yours again\.)/

/**
 * What the guest of a canceled order is told, in English: the reason, as stated at the time, and the refunds, in their current state. A bank that disputes a
 * payment decides much later.
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
  // Early versions refunded at once and stored no refund: the stored text is all there is.
  if (money.length === 0) return said
  return [why, ...money, end].filter((text) => text !== '').join(' ')
}

/** The message to an order's guest, in English. */
export const messageOf = (ticket: Ticket): string =>
  ticket.status === 'Cancelled' ? cancellationText(ticket) : (ticket.success?.message ?? '')
