import type { Contact } from '#contract/rules/contact.ts'

/** How a guest gets the order. */
export type Fulfillment = 'delivery' | 'curbside' | 'pickup'

/** How somebody ordered before: what each step of checkout begins with, where the order and the account's own details say nothing. */
export type Habits = {
  way: Fulfillment | undefined
  contact: Partial<Contact>
  /** Whole percent of the subtotal; 0: none was wanted. Undefined where it was an amount, which another order makes another share. */
  tipPercent: number | undefined
}

export const noHabits: Habits = { way: undefined, contact: {}, tipPercent: undefined }
