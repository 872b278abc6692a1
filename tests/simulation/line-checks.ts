import type { Tap } from './book.ts'
import type { Seen } from './seen.ts'
import type { SentCall } from './sent-call.ts'

/** I4 for the lines of an order: each line is as the last change that the restaurant accepted left it. */

/** Whether the restaurant carried out a call. */
export const isDone = ({ answers }: Pick<SentCall, 'answers'>): boolean =>
  answers.some(({ status, text }) => status >= 200 && status < 300 && !/"has_error":true/.test(text))

/** A tap that the restaurant accepted: the order's line, when it was first sent, and when it was answered. */
type Taken = { tap: Tap; line: string; sent: number; answered: number }

const nameOf = (ticketId: string, index: number): string => `${ticketId} ${index}`

/** The lines that are not as they were left. Of two changes that were in flight at the same time, either may have been the last. */
export function lostLines(seen: Seen): string[] {
  const taken = listTaken(seen)
  const stands = new Map(
    [...seen.facts.tickets.values()].flatMap(({ id, lines }) =>
      [...lines].map(([index, marker]): [string, string] => [nameOf(id, index), marker]),
    ),
  )
  return [...new Set(taken.map(({ line }) => line))].flatMap((line) => {
    const all = taken.filter((one) => one.line === line)
    const last = all.filter((one) => !all.some((other) => other.sent > one.answered))
    // A removal has no marker, and a missing line has none either.
    return last.some(({ tap }) => tap.marker === stands.get(line))
      ? []
      : last
          .slice(-1)
          .map(
            ({ tap }) =>
              `I4: ${tap.change.kind} "${tap.marker ?? ''}" was taken, and the line is ${stands.get(line) ?? 'not on the order'}`,
          )
  })
}

/** The accepted taps on lines, in the order of their answers. */
function listTaken({ stage, calls, facts }: Seen): Taken[] {
  const { accounts, tickets } = facts
  const isOneDeleted = Object.values(stage.people.members).some(({ userId }) => !accounts.has(userId))
  const first = stage.book.taps
    .flatMap((tap) => {
      const tried = calls.get(tap.opId) ?? []
      const done = tried
        .flatMap((call) => call.answers.map((answer) => ({ call, answer })))
        .find(({ answer }) => !answer.replayed && isDone({ answers: [answer] }))
      return done && 'lineId' in tap.change ? [{ tap, lineId: tap.change.lineId, done, tried }] : []
    })
    .toSorted((one, other) => one.done.answer.order - other.done.answer.order)
  /** The restaurant's number for each line that a phone added: numbers only grow, so the largest in the answer is the new line's. */
  const places = new Map<string, number>()
  for (const { tap, lineId, done } of first)
    if (tap.change.kind === 'item.add') places.set(lineId, newestOf(done.answer.text))
  return first.flatMap(({ tap, lineId, done, tried }) => {
    const ticketId = /ticketorder\/([^/?]+)/.exec(done.call.path)?.[1]
    // A line that was added elsewhere is named by the restaurant's number.
    const number = /^line-(\d+)$/.exec(lineId)?.[1]
    const index = number === undefined ? places.get(lineId) : Number(number)
    if (ticketId === undefined || index === undefined) return []
    // An order that is not placed goes with its member's account.
    if (isOneDeleted && !tickets.has(ticketId)) return []
    const sent = Math.min(...tried.map(({ order }) => order))
    return [{ tap, line: nameOf(ticketId, index), sent, answered: done.answer.order }]
  })
}

function newestOf(text: string): number {
  const { ticket_order } = JSON.parse(text) as { ticket_order: { items: { index: number }[] } }
  return Math.max(...ticket_order.items.map(({ index }) => index))
}
