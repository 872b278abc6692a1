import { useState } from 'react'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { isAboutField } from '#lib/errors/field-refusal.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'

export type CardRequest<Input, Answer> = {
  send: (input: Input) => void
  busy: boolean
  answer: Answer | undefined
  error: AppError | undefined
  /** What went wrong, one message a line; empty if nothing did. */
  messages: readonly string[]
  /** The form was edited: error and answer disappear (specification §4 *Forms*). */
  edited: () => void
  /** The server asks for a human verification (extension `human_verification`) after too many invalid numbers. */
  wantsProof: boolean
  /** Changes whenever the verification must be repeated: an answer can be used once. */
  proofRound: number
  giveProof: (proof: string) => void
  /** True while a proof is required but missing. */
  lacksProof: boolean
}

/**
 * One call that is made only while its user watches. A request without an answer is sent again under the same key, so that pressing the button twice does it
 * once.
 */
export function useRequest<Input, Answer>(
  call: (services: Services, input: Input, proof: string, key: string) => Promise<Answer>,
  onAnswer?: (answer: Answer) => Promise<void> | void,
): CardRequest<Input, Answer> {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const [proof, setProof] = useState('')
  const [wantsProof, setWantsProof] = useState(false)
  const [proofRound, setProofRound] = useState(0)
  const sending = useSingleMutation({
    async mutationFn(input: Input) {
      const services = await load()
      const answer = await call(services, input, proof, keyOf(services, ''))
      await onAnswer?.(answer)
      return answer
    },
    onError(cause) {
      if (isAboutField(asAppError(cause), 'recaptcha_confirmation')) setWantsProof(true)
    },
    onSettled(_, cause) {
      noteOutcome(cause)
      setProof('')
      setProofRound((round) => round + 1)
    },
  })
  const error = sending.error ? asAppError(sending.error) : undefined
  return {
    send: (input) => sending.mutate(input),
    busy: sending.isPending,
    answer: sending.data,
    error,
    messages: error ? explain(error) : [],
    edited() {
      noteOutcome()
      if (sending.isError || sending.isSuccess) sending.reset()
    },
    wantsProof,
    proofRound,
    giveProof: setProof,
    lacksProof: wantsProof && proof === '',
  }
}
