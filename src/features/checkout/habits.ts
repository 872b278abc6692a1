import type { Contact } from '#contract/rules/contact.ts'

/** How a guest gets the order. */
export type Fulfillment = 'delivery' | 'curbside' | 'pickup'

/** How the guest ordered before: what each checkout step starts with if the order and the account's details say nothing. */
export type Habits = {
  way: Fulfillment | undefined
  contact: Partial<Contact>
  /** Whole percent of the subtotal; 0 for no tip. Undefined if the tip was an amount, which would be another percentage of another order. */
  tipPercent: number | undefined
}

export const noHabits: Habits = { way: undefined, contact: {}, tipPercent: undefined }
