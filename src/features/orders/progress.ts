import { message, type Message, t } from '#contract/language.ts'
import { stateOf } from '#contract/rules/order-state.ts'
import type { TicketEvent, TicketOrder } from '#contract/schemas/ticket-order.ts'

/** Where a placed order stands, in words and as steps. */

export type ProgressStep = {
  status: string
  label: string
  state: 'done' | 'now' | 'later'
  time: string | undefined
}
export type Progress = {
  /** The newest status in a sentence. */
  words: string
  steps: ProgressStep[]
  /** Nothing more will become of it. */
  isOver: boolean
}

const path = ['Submitted', 'Preparing', 'Ready', 'Completed']
const labels: Record<string, Message> = {
  Queued: message('In line'),
  Submitted: message('Received'),
  Preparing: message('Being made'),
  Ready: message('Ready'),
  Completed: message('Completed'),
  Cancelled: message('Cancelled'),
}

const labelOf = (status: string): string => {
  const known = labels[status]
  return known ? t(known) : status
}

const known = ['Open', 'PaymentComplete', 'Queued', ...path]

/** The steps of an order, with the times of those that are behind it. A cancelled or unknown one shows what was, and nothing of what will not be. */
export function progressOf(ticket: TicketOrder): Progress {
  const history = ticket.history ?? []
  const at = path.indexOf(ticket.status)
  const { words: wordsOf, isOver } = stateOf(ticket)
  const words = wordsOf(ticket)
  if (ticket.status === 'Open' || ticket.status === 'Expired') return { words, steps: [], isOver }
  if (!known.includes(ticket.status)) {
    const past = history.filter(
      (event) => labels[event.status] !== undefined && event.status !== ticket.status,
    )
    return { words, steps: [...past.map(doneStep), step(ticket.status, 'now', history)], isOver }
  }
  const queued = ticket.status === 'Queued' || history.some((event) => event.status === 'Queued')
  const before = queued ? [step('Queued', ticket.status === 'Queued' ? 'now' : 'done', history)] : []
  const steps = path.map((status, place) =>
    step(status, place > at ? 'later' : place === at && !isOver ? 'now' : 'done', history),
  )
  return { words, steps: [...before, ...steps], isOver }
}

const step = (
  status: string,
  state: ProgressStep['state'],
  history: readonly TicketEvent[],
): ProgressStep => ({
  status,
  label: labelOf(status),
  state,
  // What is still to come bears no time, also where it was there once: the staff may move an order back.
  time: state === 'later' ? undefined : history.findLast((event) => event.status === status)?.display,
})

const doneStep = ({ status, display }: TicketEvent): ProgressStep => ({
  status,
  label: labelOf(status),
  state: 'done',
  time: display,
})
