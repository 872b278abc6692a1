import type { Receipt } from '#contract/schemas/receipt.ts'

/** A receipt that was seen on this device, as the server last told it. */
export type ReceiptRow = {
  locationId: string
  principal: string
  type: string
  objectId: string
  receipt: Receipt
  savedAt: number
}
