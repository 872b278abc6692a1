import type { CardOrderSubmitBody } from '#contract/schemas/card-order.ts'
import type { PhysicalOrderBody } from '#contract/schemas/physical-order.ts'
import type { PaymentBody, RedeemCardBody, RewardBody, SubmitBody } from '#contract/schemas/ticket-order.ts'

/**
 * Something that moves money, or a submit, written down before it is sent, whatever is paid (contract/payables.ts). While its row is here nothing else
 * is paid on the same payable: its outcome is unknown until the server has said so, and it is only ever repeated with this key and this body. What a
 * body names of a card is the provider's reference to a method, worth nothing without the merchant's secret key; the row goes as soon as the outcome is
 * known.
 */
export type AttemptRow = AttemptBase & AttemptWhat

export type AttemptBase = {
  key: string
  locationId: string
  principal: string
  /** Made before its principal signed in: repeated without credentials, since an idempotency key is valid for the same caller only. */
  as?: 'guest'
  /** What is paid, by its id on this device: a ticket's draft, an order's id. */
  payableId: string
  /** What is paid, by its id on the server. */
  serverId: string
  createdAt: number
  /** False only between saving and the first try: such an attempt has certainly not left this device. */
  sent: boolean
  /** When it was last sent (ms since the epoch). */
  sentAt?: number
}

/** What is done, by what it is done to. */
export type AttemptWhat =
  | ({ payable: 'ticket' } & TicketAttempt)
  | { payable: 'card-order'; kind: 'checkout'; body: CardOrderSubmitBody }
  | { payable: 'posted-order'; kind: 'checkout'; body: PhysicalOrderBody }

export type TicketAttempt =
  | { kind: 'payment'; body: PaymentBody }
  | { kind: 'submit'; body: SubmitBody }
  /** `paymentsBefore`: the payments on the order at the time of the tap, for APIs that only report the current ones. */
  | { kind: 'redeem'; body: RedeemCardBody; paymentsBefore?: number }
  | { kind: 'reward'; body: RewardBody; paymentsBefore?: number }
  /** Refunds gift cards and the reward. */
  | { kind: 'release' }
  /**
   * A gift card by its number. The number is not stored: whoever finds this phone must not find money on it. So it cannot be sent again, and its outcome is
   * read from the ticket, which had this many payments before.
   */
  | { kind: 'import-redeem'; paymentsBefore: number }
