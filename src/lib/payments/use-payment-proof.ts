import { useState } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'

/** A person's proof for payments, once the restaurant has asked for it after declined cards. Each is good for one payment. */
export type PaymentProof = {
  /** It was asked for, and is from then on. */
  wanted: boolean
  /** It is asked for and not there yet. */
  lacking: boolean
  /** Its round is the key of the check: an answer is good once. */
  round: number
  give: (answer: string) => void
  /** What the body of a payment bears of it. */
  body: { recaptcha_confirmation?: string }
  /** The payment that bore it is over. `refusal` is what was said of it. */
  used: (refusal: AppError | undefined) => void
}

/** The proof of the payments on this screen: none is asked for until a refusal asks for it. */
export function usePaymentProof(): PaymentProof {
  const [answer, setAnswer] = useState('')
  const [wanted, setWanted] = useState(false)
  const [round, setRound] = useState(0)
  return {
    wanted,
    round,
    lacking: wanted && answer === '',
    give: setAnswer,
    body: answer === '' ? {} : { recaptcha_confirmation: answer },
    used(refusal) {
      if (refusal && asksForProof(refusal)) setWanted(true)
      setAnswer('')
      setRound((last) => last + 1)
    },
  }
}

const asksForProof = (error: AppError): boolean =>
  error.details.problem?.errors.some(({ field }) => field === 'recaptcha_confirmation') ?? false
