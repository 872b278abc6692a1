/** An answer in the form of Stripe's API: a status and a JSON body. */
export type SandboxAnswer = { status: number; body: unknown }

/** A refusal in Stripe's form. */
export class SandboxError extends Error {
  readonly answer: SandboxAnswer
  constructor(
    status: number,
    error: {
      type: string
      code?: string
      param?: string
      decline_code?: string
      message: string
      payment_intent?: unknown
    },
  ) {
    super(error.message)
    this.name = 'SandboxError'
    this.answer = { status, body: { error } }
  }
}

/** 400: a request that Stripe would not understand. */
export const invalidRequest = (message: string, code?: string, param?: string): SandboxError =>
  new SandboxError(400, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  })

/** 402: a card that was declined. */
export const cardError = (code: string, message: string, declineCode?: string): SandboxError =>
  new SandboxError(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode !== undefined && { decline_code: declineCode }),
  })
