import type { Receipt } from '#contract/schemas/receipt.ts'

/** A receipt that was viewed on this device, as in the server's last answer. */
export type ReceiptRow = {
  locationId: string
  principal: string
  type: string
  objectId: string
  receipt: Receipt
  savedAt: number
}
