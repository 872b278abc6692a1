import { serviceEndpoints } from '#contract/endpoints/services.ts'
import type { ContactMessageBody } from '#contract/schemas/contact-message.ts'
import type { Services } from '#lib/query/services.ts'

export const emptyMessage: ContactMessageBody = {
  first_name: '',
  last_name: '',
  email: '',
  message: '',
  recaptcha_confirmation: '',
}

/** True when SEND may be pressed: the human verification, an email, both names and a message (specification §5 *Contact form*). */
export const isMessageComplete = (form: ContactMessageBody): boolean =>
  Object.values(form).every((value) => value.trim() !== '')

/** Sends a message to the restaurant while its writer is present, and never later. Returns the restaurant's answer text. */
export async function sendMessage(
  services: Services,
  form: ContactMessageBody,
  key: string,
): Promise<string> {
  const body = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value.trim()]),
  ) as ContactMessageBody
  const { message } = await services.api.send(serviceEndpoints.sendContactMessage, { key, body })
  return message
}
