import { message, t, translateAnswer } from '../language.ts'
import { dayOf } from '../local-time.ts'
import { givenBackText, partText } from './refund-words.ts'
import { type TicketOrder, type TicketStatus, ticketStatuses } from '../schemas/ticket-order.ts'

/** What each status means to the guest: the one table that every screen about an order reads. */

type OrderFields = Pick<TicketOrder, 'name' | 'status' | 'use_delivery'> &
  Partial<Pick<TicketOrder, 'ready_date' | 'ready_time_display' | 'success_message' | 'payments' | 'refunds'>>

type OrderState = {
  /** The heading of its page. */
  headline: (order: OrderFields) => string
  /** What is happening with the order, in a sentence. */
  words: (order: OrderFields) => string
  /** After "Your order B-1012", in the line that is shown on every screen. `when` is its time, or empty. */
  brief: (order: OrderFields, when: string) => string
  /** The text below the heading. */
  lead?: (order: OrderFields) => string | undefined
  /** The order will not change any more. */
  isOver: boolean
}

const due = (words: string, { use_delivery }: OrderFields, when: string): string =>
  when === '' ? words : words + (use_delivery ? t`, delivery ${when}` : t`, ready ${when}`)

/** The restaurant's own thanks and the time that it promised, while nothing newer is known. */
const accepted = {
  headline: ({ success_message }: OrderFields) =>
    success_message ? translateAnswer(success_message.header) : t('Thank you!'),
  lead: ({ success_message }: OrderFields) => success_message && translateAnswer(success_message.message),
  brief: (order: OrderFields, when: string) => due(when === '' ? t(' is in') : '', order, when),
  isOver: false,
}

/** What was refunded, and to what: the restaurant's own message if there is one, else the refund's parts, else the tenders that had paid. */
function givenBack({ success_message, payments = [], refunds = [] }: OrderFields): string {
  if (success_message) return translateAnswer(success_message.message)
  const rest = refunds.find(({ reason }) => reason === 'cancelled')
  if (rest)
    return [
      ...rest.parts.map(partText),
      ...(rest.reward_back ? [t('Your reward is yours again.')] : []),
    ].join(' ')
  const parts = payments.map(({ tender_type, display_amount, display_name }) =>
    tender_type === 'reward'
      ? t('Your reward is yours again.')
      : givenBackText[tender_type](display_amount, translateAnswer(display_name)),
  )
  return parts.length === 0 ? t('You’ll get back what you paid.') : parts.join(' ')
}

/** Whether a bank is deciding, or has decided, where some of its money goes. */
const isDisputed = ({ payments = [], refunds = [] }: OrderFields): boolean =>
  payments.some(({ dispute }) => dispute) || refunds.some(({ parts }) => parts.some(({ dispute }) => dispute))

/** Every status of the contract; a new one without a row does not compile. */
export const orderStates: Record<TicketStatus, OrderState> = {
  Open: {
    headline: () => t('This order is not placed yet'),
    words: () => t('This order is not placed yet.'),
    brief: () => t(' is not placed yet'),
    isOver: false,
  },
  PaymentComplete: {
    headline: () => t('Your order is paid but not placed yet'),
    words: () => t('It is paid, but not sent to the kitchen yet.'),
    brief: () => t(' is paid but not placed yet'),
    isOver: false,
  },
  // An order for later waits for its time, or for a kitchen that is offline; one for now waits for the kitchen alone.
  Queued: {
    ...accepted,
    words: ({ ready_time_display: time }) =>
      time
        ? t('In line. The kitchen has not started on it yet.')
        : t('In line. The kitchen is away for a moment and will start on it as soon as it is back.'),
  },
  Submitted: { ...accepted, words: () => t('The kitchen has your order.') },
  Preparing: {
    headline: () => t('Your order is being made'),
    words: () => t('Your order is being made.'),
    brief: (order, when) => due(' is being made', order, when),
    isOver: false,
  },
  Ready: {
    headline: () => t('Your order is ready'),
    words: ({ use_delivery }) =>
      use_delivery ? t('Your order is ready and about to leave for you.') : t('Your order is ready.'),
    brief: ({ use_delivery }) => (use_delivery ? t(' is ready and about to leave for you') : t(' is ready')),
    isOver: false,
  },
  Completed: {
    headline: ({ use_delivery }) =>
      use_delivery ? t('Your order was brought to you') : t('Your order was handed over'),
    words: ({ use_delivery }) =>
      use_delivery ? t('Your order was brought to you. Enjoy!') : t('Your order was handed over. Enjoy!'),
    brief: ({ use_delivery }) => (use_delivery ? t(' was brought to you') : t(' was handed over')),
    isOver: true,
  },
  Expired: {
    headline: () => t('This order was not placed in time'),
    words: () => t('This order was not placed in time. Nothing was paid for it.'),
    brief: () => t(' was not placed in time'),
    isOver: true,
  },
  Cancelled: {
    headline: () => t('Your order was canceled'),
    lead: givenBack,
    words: (order) =>
      isDisputed(order)
        ? t('This order was canceled.')
        : t('This order was canceled. You’ll get back what you paid.'),
    brief: () => t(' was canceled'),
    isOver: true,
  },
}

/** An unknown status is shown as the restaurant wrote it, and counts as finished (docs/design/contract.md). */
const unknown: OrderState = {
  headline: ({ status }) => status,
  words: ({ status }) => status,
  brief: ({ status }) => `: ${status}`,
  isOver: true,
}

/** The row of an order's status. */
export function stateOf({ status }: Pick<OrderFields, 'status'>): OrderState {
  const known = ticketStatuses.find((one) => one === status)
  return known ? orderStates[known] : unknown
}

/** An order in one line: `Your order B-1012, ready 8:00pm`. `today` is the ISO date in the location's zone. */
export function briefOf(order: OrderFields, today: string): string {
  const { name, ready_date: date, ready_time_display: time } = order
  const day =
    date === undefined || date === today
      ? ''
      : `${t(dayNames[dayOf(date)])}${translateAnswer(` ${Number(date.slice(5, 7))}/${Number(date.slice(8))}`)}, `
  return t`Your order${name === '' ? '' : ` ${name}`}${stateOf(order).brief(order, time ? `${day}${time}` : '')}`
}

const dayNames = {
  sunday: message('Sun'),
  monday: message('Mon'),
  tuesday: message('Tue'),
  wednesday: message('Wed'),
  thursday: message('Thu'),
  friday: message('Fri'),
  saturday: message('Sat'),
}
