import { parseCurrency } from '#contract/money.ts'
import { tipPresets } from '#contract/pricing/ticket.ts'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import { useLastPlaced } from '#lib/query/last-placed.ts'

/** How an order comes to its guest. */
export type Way = 'delivery' | 'curbside' | 'pickup'

/** How somebody ordered the last time on this device: what each step of checkout begins with, where the order and the account say nothing. */
export type Habits = {
  way: Way | undefined
  contact: Partial<Contact>
  /** Whole percent of the subtotal; 0: none was wanted. Undefined where it was an amount, which another order makes another share. */
  tipPercent: number | undefined
}

export const noHabits: Habits = { way: undefined, contact: {}, tipPercent: undefined }

/**
 * The habits that the last order on this device shows; undefined while it is looked for, none where there is none or it cannot be read. It goes with
 * everything personal at sign-out.
 */
export function useHabits(): Habits | undefined {
  const { placed, isLooking } = useLastPlaced()
  if (isLooking) return undefined
  return placed ? habitsOf(placed.ticket) : noHabits
}

/** What an order tells of its guest's habits. The note was for that order alone. */
export function habitsOf(ticket: TicketOrder): Habits {
  const fields = (Object.keys(emptyContact) as (keyof Contact)[]).filter(
    (field) => field !== 'recipient_comment',
  )
  return {
    way: ticket.use_delivery ? 'delivery' : ticket.use_curbside ? 'curbside' : 'pickup',
    contact: Object.fromEntries(fields.flatMap((field) => (ticket[field] ? [[field, ticket[field]]] : []))),
    tipPercent: tipPercentOf(ticket),
  }
}

function tipPercentOf({ tip, tip_percent: percent }: TicketOrder): number | undefined {
  if (percent !== undefined) return tipPresets.some((preset) => preset === percent) ? percent : undefined
  return parseCurrency(tip) === 0 ? 0 : undefined
}
