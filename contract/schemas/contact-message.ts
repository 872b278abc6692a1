import * as z from 'zod/mini'
import { textFields } from '../rules/fields.ts'

/** The contact form (specification §3 *Contact message*). */
export const ContactMessageBody = z.object({
  first_name: z.string().check(z.minLength(1), z.maxLength(textFields.first_name.maxLength)),
  last_name: z.string().check(z.minLength(1), z.maxLength(textFields.last_name.maxLength)),
  email: z.string().check(z.minLength(3), z.maxLength(textFields.email.maxLength)),
  message: z.string().check(z.minLength(1), z.maxLength(textFields.message.maxLength)),
  recaptcha_confirmation: z.string().check(z.minLength(1), z.maxLength(4000)),
})
export type ContactMessageBody = z.infer<typeof ContactMessageBody>

export const ContactMessageAnswer = z.object({ message: z.string() })
export type ContactMessageAnswer = z.infer<typeof ContactMessageAnswer>
