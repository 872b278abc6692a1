import type { TicketEvent, TicketOrder } from '#contract/schemas/ticket-order.ts'

/** Where a placed order stands, in words and as steps. */

export type ProgressStep = { status: string; label: string; state: 'done' | 'now' | 'later'; time: string | undefined }
export type Progress = {
  /** The newest status in a sentence. */
  words: string
  steps: ProgressStep[]
  /** Nothing more will become of it. */
  isOver: boolean
}

const path = ['Submitted', 'Preparing', 'Ready', 'Completed']
const labels: Record<string, string> = {
  Queued: 'In line',
  Submitted: 'Received',
  Preparing: 'Being made',
  Ready: 'Ready',
  Completed: 'Completed',
  Cancelled: 'Cancelled',
}

function wordsOf({ status, use_delivery }: TicketOrder): string {
  switch (status) {
    case 'Open':
      return 'This order is not placed yet.'
    case 'PaymentComplete':
      return 'It is paid, and on its way to the kitchen.'
    case 'Queued':
      return 'In line. The kitchen starts on it in time for when you want it.'
    case 'Submitted':
      return 'The kitchen has your order.'
    case 'Preparing':
      return 'Your order is being made.'
    case 'Ready':
      return use_delivery ? 'Your order is ready and about to leave for you.' : 'Your order is ready.'
    case 'Completed':
      return use_delivery ? 'Your order was brought to you. Enjoy!' : 'Your order was handed over. Enjoy!'
    case 'Cancelled':
      return 'This order was cancelled. What you paid is given back.'
    case 'Expired':
      return 'This order was not placed in time.'
    default:
      // A word of the restaurant's that this page does not know is better than none.
      return status
  }
}

const known = ['Open', 'PaymentComplete', 'Queued', ...path]

/** The steps of an order, with the times of those that are behind it. A cancelled or unknown one shows what was, and nothing of what will not be. */
export function progressOf(ticket: TicketOrder): Progress {
  const history = ticket.history ?? []
  const isOver = !known.includes(ticket.status) || ticket.status === 'Completed'
  const at = path.indexOf(ticket.status)
  const words = wordsOf(ticket)
  if (ticket.status === 'Open' || ticket.status === 'Expired') return { words, steps: [], isOver }
  if (!known.includes(ticket.status)) {
    const past = history.filter((event) => labels[event.status] !== undefined && event.status !== ticket.status)
    return { words, steps: [...past.map(doneStep), step(ticket.status, 'now', history)], isOver }
  }
  const queued = ticket.status === 'Queued' || history.some((event) => event.status === 'Queued')
  const before = queued ? [step('Queued', ticket.status === 'Queued' ? 'now' : 'done', history)] : []
  const steps = path.map((status, place) => step(status, place > at ? 'later' : place === at && !isOver ? 'now' : 'done', history))
  return { words, steps: [...before, ...steps], isOver }
}

const step = (status: string, state: ProgressStep['state'], history: readonly TicketEvent[]): ProgressStep => ({
  status,
  label: labels[status] ?? status,
  state,
  // What is still to come bears no time, also where it was there once: the staff may move an order back.
  time: state === 'later' ? undefined : history.findLast((event) => event.status === status)?.display,
})

const doneStep = ({ status, display }: TicketEvent): ProgressStep => ({ status, label: labels[status] ?? status, state: 'done', time: display })
