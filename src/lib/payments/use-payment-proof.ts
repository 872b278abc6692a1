import { useState } from 'react'
import type { AppError } from '#lib/errors/app-error.ts'
import { isAboutField } from '#lib/errors/field-refusal.ts'

/** The human verification of payments, once the restaurant requires it after declined cards. Each answer can be used for one payment. */
export type PaymentProof = {
  /** It was required, and is required from then on. */
  wanted: boolean
  /** It is required and not solved yet. */
  lacking: boolean
  /** The React key of the check: each answer can be used only once, so each round needs a new check. */
  round: number
  give: (answer: string) => void
  /** The verification's part of a payment's body. */
  body: { recaptcha_confirmation?: string }
  /** The payment that used it is over. `refusal` is its error, if any. */
  used: (refusal: AppError | undefined) => void
}

/** The verification of the payments on this screen: none until a refusal requires it. */
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
      if (refusal && isAboutField(refusal, 'recaptcha_confirmation')) setWanted(true)
      setAnswer('')
      setRound((last) => last + 1)
    },
  }
}
