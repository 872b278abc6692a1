/**
 * What people type into: what each field is called in a sentence, and how many characters it takes. The forms, the schemas and the server's words read
 * this one table. A password is not in it: a field that cuts one off where it was pasted would lock its owner out.
 */
export const textFields = {
  first_name: { name: 'first name', maxLength: 80 },
  last_name: { name: 'last name', maxLength: 80 },
  email: { name: 'email address', maxLength: 254 },
  email_confirmation: { name: 'email address', maxLength: 254 },
  phone: { name: 'phone number', maxLength: 20 },
  address: { name: 'street address', maxLength: 200 },
  address2: { name: 'second address line', maxLength: 200 },
  city: { name: 'city', maxLength: 100 },
  state: { name: 'state', maxLength: 2 },
  zip: { name: 'zip code', maxLength: 5 },
  dob: { name: 'date of birth', maxLength: 10 },
  message: { name: 'message', maxLength: 4000 },
  promo_code: { name: 'promo code', maxLength: 40 },
  personal_message: { name: 'message', maxLength: 500 },
  phone_number: { name: 'phone number', maxLength: 20 },
  recipient_first_name: { name: 'first name', maxLength: 80 },
  recipient_last_name: { name: 'last name', maxLength: 80 },
  recipient_email: { name: 'email address', maxLength: 254 },
  recipient_phone: { name: 'phone number', maxLength: 20 },
  recipient_address: { name: 'street address', maxLength: 200 },
  recipient_address2: { name: 'second address line', maxLength: 200 },
  recipient_city: { name: 'city', maxLength: 100 },
  recipient_state: { name: 'state', maxLength: 2 },
  // The length of a ZIP+4.
  recipient_zip: { name: 'zip code', maxLength: 10 },
  recipient_comment: { name: 'note', maxLength: 500 },
  vehicle_make: { name: 'car’s make', maxLength: 40 },
  vehicle_model: { name: 'car’s model', maxLength: 40 },
  vehicle_color: { name: 'car’s color', maxLength: 40 },
  vehicle_license: { name: 'license plate', maxLength: 16 },
  buyer_first_name: { name: 'first name', maxLength: 80 },
  buyer_last_name: { name: 'last name', maxLength: 80 },
  buyer_email: { name: 'email address', maxLength: 254 },
} as const

export type TextField = keyof typeof textFields

const isTextField = (field: string): field is TextField => Object.hasOwn(textFields, field)

/** What a field is called in a sentence; one that is not in the table goes by its own name. */
export const nameOfField = (field: string): string =>
  isTextField(field) ? textFields[field].name : field.replaceAll('_', ' ')

/** How many characters a field takes; undefined for one that is not in the table. */
export const findMaxLength = (field: string | undefined): number | undefined =>
  field !== undefined && isTextField(field) ? textFields[field].maxLength : undefined
