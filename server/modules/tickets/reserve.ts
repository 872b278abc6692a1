import type { Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { findDiscount } from '#server/modules/promo/rules.ts'
import { checkPromoUse, countPromoUse, freePromoUse, type PromoHolder } from '#server/modules/promo/uses.ts'
import { freeSlot, reserveSlot } from './capacity.ts'
import { purchaseOf } from './price.ts'
import type { TicketPorts } from './ports.ts'
import type { Ticket } from './ticket.ts'

/** What is limited, and reserved for a ticket before its first payment: a place in its slot, and a use of its promo code. */

/** Reserves both for a ticket. Throws 422 on `ready_time_v2` for a full slot, 422 promo_invalid for a code that is used up. */
export async function reserve(
  tx: Transaction,
  merchant: Merchant,
  ticket: Ticket,
  ports: Pick<TicketPorts, 'slots' | 'clock'>,
): Promise<Ticket> {
  const placed = await reserveSlot(tx, merchant, ticket, ports)
  // Once there is a payment, the code is already counted, or there was none.
  if (ticket.kept) return placed
  const holds = findDiscount(merchant, ticket.promoCode, purchaseOf(ticket), ports.clock.now()) !== undefined
  const heldPromo = await countPromoUse(tx, merchant, holderOf(placed), holds)
  if (heldPromo !== ticket.heldPromo)
    tx.later('UPDATE tickets SET held_promo = $3 WHERE location_id = $1 AND id = $2', [
      merchant.locationId,
      ticket.id,
      heldPromo ?? null,
    ])
  return { ...placed, heldPromo }
}

/** Releases both. The caller saves the ticket. */
export function freeReserved(tx: Transaction, ticket: Ticket): Ticket {
  // In the order in which they are reserved, to avoid deadlocks.
  const freed = freeSlot(tx, ticket)
  freePromoUse(tx, ticket)
  return { ...freed, heldPromo: undefined }
}

/** Whether anything is reserved for a ticket. */
export const holdsReserved = ({ heldSlot, heldPromo }: Ticket): boolean =>
  heldSlot !== undefined || heldPromo !== undefined

/** Releases the use of a code that is no longer the ticket's. The caller saves the ticket. */
export function withoutOldUse(tx: Transaction, ticket: Ticket): Ticket {
  if (ticket.heldPromo === ticket.promoCode?.toUpperCase()) return ticket
  freePromoUse(tx, ticket)
  return { ...ticket, heldPromo: undefined }
}

/** Throws 422 promo_invalid for a code that is used up, or used by this guest as far as they are known. */
export const checkUses = (tx: Transaction, merchant: Merchant, ticket: Ticket): Promise<void> =>
  checkPromoUse(tx, merchant, holderOf(ticket))

const holderOf = ({ locationId, id, userId, contact, promoCode, heldPromo }: Ticket): PromoHolder => ({
  locationId,
  id,
  userId,
  promoCode,
  heldPromo,
  email: contact.recipient_email,
  phone: contact.recipient_phone,
})
