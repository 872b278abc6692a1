import type { ReceiptType } from '../schemas/receipt.ts'

/** The page of an order's receipt (specification §2). */
export const receiptPath = (type: ReceiptType, id: string): string =>
  `/receipt?type=${type}&object_id=${encodeURIComponent(id)}`
