import { message, type Message, t } from '#contract/language.ts'
import { stateOf } from '#contract/rules/order-state.ts'
import { isLongPast } from '#contract/rules/long-past.ts'
import type { TicketEvent, TicketOrder } from '#contract/schemas/ticket-order.ts'

/** A placed order's progress, in words and as steps. */

export type ProgressStep = {
  status: string
  label: string
  state: 'done' | 'now' | 'later'
  time: string | undefined
}
type Progress = {
  /** The latest status in a sentence. */
  words: string
  steps: ProgressStep[]
  /** The order is over. */
  isOver: boolean
}

const path = ['Submitted', 'Preparing', 'Ready', 'Completed']
const labels: Record<string, Message> = {
  Submitted: message('Ordered'),
  Preparing: message('Being made'),
  Ready: message('Ready'),
  Completed: message('Picked up'),
  Cancelled: message('Canceled'),
}

const labelOf = (status: string): string => {
  const known = labels[status]
  return known ? t(known) : status
}

const knownStatuses = ['Open', 'PaymentComplete', 'Queued', ...path]

/**
 * The steps of an order, with times for those already done: ordered, being made, ready, picked up or delivered. Waiting in the kitchen's queue is part of
 * "ordered". A canceled or unknown one shows only past steps.
 */
export function progressOf(ticket: TicketOrder): Progress {
  const { words: wordsOf, isOver } = stateOf(ticket)
  const words = wordsOf(ticket)
  if (ticket.status === 'Open' || ticket.status === 'Expired') return { words, steps: [], isOver }
  const history = orderedOnce(ticket.history ?? [])
  const stepOf = (status: string, state: ProgressStep['state']): ProgressStep => ({
    status,
    label: status === 'Completed' && ticket.use_delivery ? t('Delivered') : labelOf(status),
    state,
    // Future steps have no time, even if they had one before: the staff may move an order back.
    time: state === 'later' ? undefined : history.findLast((event) => event.status === status)?.display,
  })
  if (!knownStatuses.includes(ticket.status)) {
    const past = history.filter(({ status }) => labels[status] !== undefined && status !== ticket.status)
    return {
      words,
      steps: [
        ...past.map((event) => ({ ...stepOf(event.status, 'done'), time: event.display })),
        stepOf(ticket.status, 'now'),
      ],
      isOver,
    }
  }
  const at = ticket.status === 'Queued' ? 0 : path.indexOf(ticket.status)
  const steps = path.map((status, place) =>
    stepOf(status, place > at ? 'later' : place === at && !isOver ? 'now' : 'done'),
  )
  return { words, steps, isOver }
}

/** The history with a single "ordered" event, at its earliest time. */
function orderedOnce(history: readonly TicketEvent[]): TicketEvent[] {
  const isOrdering = ({ status }: TicketEvent): boolean => status === 'Queued' || status === 'Submitted'
  const first = history.find(isOrdering)
  return [
    ...(first ? [{ ...first, status: 'Submitted' }] : []),
    ...history.filter((event) => !isOrdering(event)),
  ]
}

/**
 * Whether an order is long past its time without having been completed, by the restaurant's clock. `now` in ms since the epoch; undefined in a page's own
 * markup.
 */
export const isPast = (order: TicketOrder, now: number | undefined, zone: string | undefined): boolean =>
  now !== undefined && zone !== undefined && isLongPast(order, now, zone)

/** The title with the order's number. For one that nobody waits for any more, the outcome comes first, and where the money went. */
export function headOf(order: TicketOrder): { title: string; lead?: string | undefined } {
  const { headline, lead } = stateOf(order)
  if (order.status === 'Cancelled' || order.status === 'Expired')
    return { title: headline(order), lead: lead?.(order) }
  return { title: order.name === '' ? t('Your order') : t`Order ${order.name}` }
}
