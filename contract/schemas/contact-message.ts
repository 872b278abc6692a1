import * as z from 'zod/mini'

/** The contact form (specification §3 *Contact message*). */
export const ContactMessageBody = z.object({
  first_name: z.string().check(z.minLength(1), z.maxLength(80)),
  last_name: z.string().check(z.minLength(1), z.maxLength(80)),
  email: z.string().check(z.minLength(3), z.maxLength(254)),
  message: z.string().check(z.minLength(1), z.maxLength(4000)),
  recaptcha_confirmation: z.string().check(z.minLength(1), z.maxLength(4000)),
})
export type ContactMessageBody = z.infer<typeof ContactMessageBody>

export const ContactMessageAnswer = z.object({ message: z.string() })
export type ContactMessageAnswer = z.infer<typeof ContactMessageAnswer>
