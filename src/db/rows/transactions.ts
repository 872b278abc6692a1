import type { Transaction } from '#contract/schemas/user.ts'

/** A person's transactions, newest first, as the server last told them. */
export type TransactionsRow = {
  locationId: string
  principal: string
  transactions: Transaction[]
  savedAt: number
}
