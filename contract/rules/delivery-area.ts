import { type Contact, type ContactProblems, listContactProblems } from './contact.ts'
import { offersPickup } from './ticket.ts'

/**
 * Where a restaurant delivers (extension `delivery_area`, decision 074): checked by the form while it is filled in, and by the server before it accepts an
 * address or a payment.
 */

export type DeliveryArea = {
  /** The zip codes that are delivered to, five digits each. Undefined: all of them. */
  zips: readonly string[] | undefined
  /** The order could be picked up instead, inside or at the curb. */
  canPickUp: boolean
}

/** A location's area. Without `zips` it delivers everywhere. */
export const areaOf = (offers: {
  zips?: readonly string[] | undefined
  delivery: boolean
  curbside: boolean
  pickup?: boolean | undefined
}): DeliveryArea => ({ zips: offers.zips, canPickUp: offers.curbside || offersPickup(offers) })

/** The area of an order that was paid (even in part) or placed: includes its own zip, which was accepted then. Such an order can no longer become a pickup. */
export const areaWithOwnZip = ({ zips }: DeliveryArea, zip: string): DeliveryArea => ({
  zips: zips && [...zips, zipDigits(zip)],
  canPickUp: false,
})

/** A zip code as it is compared: without blanks around it, and of a ZIP+4 (`10011-1234`) the first five digits. Other text stays as it was typed. */
export const zipDigits = (zip: string): string => zip.trim().replace(/^(\d{5})-?\d{4}$/, '$1')

/** Why nothing is delivered to a zip code, and what can be done instead. Undefined inside the area, and for text that is not a zip code yet. */
export function findAreaProblem(zip: string, { zips, canPickUp }: DeliveryArea): string | undefined {
  const digits = zipDigits(zip)
  if (!zips || zips.includes(digits) || !/^\d{5}$/.test(digits)) return undefined
  const refusal = `We don’t deliver to ${digits} yet.`
  return canPickUp ? [refusal, 'You can pick it up instead.'].join(' ') : refusal
}

/**
 * What is wrong with the contact and address of an order, by field in the form's order; empty when nothing is. `area` is undefined for an order that is not
 * delivered.
 */
export function listOrderProblems(contact: Contact, area: DeliveryArea | undefined): ContactProblems {
  const recipient_zip = zipDigits(contact.recipient_zip)
  const problems = listContactProblems({ ...contact, recipient_zip }, area !== undefined)
  const outside = area && findAreaProblem(recipient_zip, area)
  return outside === undefined ? problems : { ...problems, recipient_zip: outside }
}
