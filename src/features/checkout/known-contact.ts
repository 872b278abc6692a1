import { vehicleFields } from '#contract/rules/check-in.ts'
import { type Contact, emptyContact } from '#contract/rules/contact.ts'
import { states } from '#contract/reference-data.ts'
import { zipDigits } from '#contract/rules/delivery-area.ts'
import { formatPhone, phoneDigits } from '#contract/rules/phone.ts'
import type { TicketOrder, TicketUpdateBody } from '#contract/schemas/ticket-order.ts'
import type { User } from '#contract/schemas/user.ts'
import type { Habits, Fulfillment } from './habits.ts'

/** The guest's details from the ticket, else the account, else the last orders: nobody types their name twice (WCAG 3.3.7). */
export function knownContact(
  snapshot: TicketOrder | undefined,
  user: User | undefined,
  usual: Habits,
): Contact {
  return mergeContacts([snapshot ?? {}, user ? contactOf(user) : {}, usual.contact])
}

type Told = Partial<Record<keyof Contact, string | null | undefined>>

/** Takes each field from the first source that has it. An address or a car is taken whole from one source: mixed halves would be somebody else's house. */
export function mergeContacts(sources: readonly Told[]): Contact {
  const fields = Object.keys(emptyContact) as (keyof Contact)[]
  const contact = Object.fromEntries(
    fields.map((field) => {
      const together = [address, car].find((one) => one.includes(field)) ?? [field]
      return [field, sources.find((source) => together.some((one) => source[one]))?.[field] ?? '']
    }),
  ) as Contact
  return { ...contact, recipient_phone: formatPhone(contact.recipient_phone) }
}

/** Fills in the restaurant's state if no address is known: most guests live there. */
export const withOwnState = (contact: Contact, state: string | undefined): Contact =>
  state !== undefined &&
  address.every((field) => contact[field] === '') &&
  states.some(([code]) => code === state)
    ? { ...contact, recipient_state: state }
    : contact

const address: readonly (keyof Contact)[] = [
  'recipient_address',
  'recipient_address2',
  'recipient_city',
  'recipient_state',
  'recipient_zip',
]
const car: readonly (keyof Contact)[] = vehicleFields

/** Whether anything is known about the car. */
export const hasCar = (contact: Contact): boolean => car.some((field) => contact[field] !== '')

/** Whether any of these is one of the car's fields. */
export const isOfCar = (fields: readonly string[]): boolean =>
  fields.some((field) => (car as readonly string[]).includes(field))

const contactOf = (user: User): Partial<Contact> => ({
  recipient_first_name: user.first_name,
  recipient_last_name: user.last_name,
  recipient_email: user.email,
  recipient_phone: user.phone,
  recipient_address: user.address,
  recipient_address2: user.address2,
  recipient_city: user.city,
  recipient_state: user.state,
  recipient_zip: user.zip,
})

/** The information step's request: with the address for delivery, the car for curbside. */
export function contactBody(contact: Contact, way: Fulfillment): TicketUpdateBody {
  const {
    recipient_address,
    recipient_address2,
    recipient_city,
    recipient_state,
    recipient_zip,
    vehicle_make,
    vehicle_model,
    vehicle_color,
    vehicle_license,
    ...person
  } = contact
  const phone = phoneDigits(contact.recipient_phone)
  const who = {
    ...person,
    recipient_email: contact.recipient_email.trim(),
    recipient_phone: phone,
    phone_number: phone,
  }
  switch (way) {
    case 'delivery':
      return {
        ...who,
        recipient_address,
        recipient_address2,
        recipient_city,
        recipient_state,
        recipient_zip: zipDigits(recipient_zip),
      }
    case 'curbside':
      return { ...who, use_curbside: true, vehicle_make, vehicle_model, vehicle_color, vehicle_license }
    case 'pickup':
      return who
  }
}
