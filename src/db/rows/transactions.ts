import type { Transaction } from '#contract/schemas/user.ts'

/** A person's transactions, newest first, as in the server's last answer. */
export type TransactionsRow = {
  locationId: string
  principal: string
  transactions: Transaction[]
  savedAt: number
}
