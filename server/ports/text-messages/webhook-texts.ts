import type { TextMessages } from './text-messages.ts'

export type WebhookSettings = {
  /** The webhook of the service that sends them. */
  url: string
  /** Authenticates this server to the receiver. */
  secret: string
}

const timeoutMs = 5000

/**
 * Text messages through a webhook: a `POST` of `{id, to, from, text}` as JSON, `to` in E.164, with the secret as bearer token and the message's id as
 * idempotency key. Anything but a 2xx within five seconds is a failure, and so is a redirect, which would send the secret elsewhere.
 */
export const webhookTexts = ({ url, secret }: WebhookSettings): TextMessages => ({
  async send({ id, fromName, to, text }) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secret}`,
        'idempotency-key': id,
      },
      body: JSON.stringify({ id, to: `+1${to}`, from: fromName, text }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the text messages' webhook answered ${response.status}`)
  },
})
