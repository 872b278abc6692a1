import { useRef, useState } from 'react'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { isOpenAfter } from '#lib/errors/open-outcome.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { isGivenUp } from './with-step-up.ts'

/** An action as it was sent, with its key. */
export type SentAct<I> = { input: I; key: string }

export type SingleAct<I> = {
  /** Sends it. Does nothing while another one is being sent, or while an outcome is unknown. */
  send: (input: I) => void
  /** The input that is being sent, or that got no answer. */
  held: I | undefined
  sending: boolean
  /** No answer came: it may have been done. */
  isUnsure: boolean
  /** Repeats an action that got no answer: the very same, under the same key, so that it is done only once. */
  again: () => void
  error: AppError | undefined
  /** Called when the input was edited: clears the last refusal. */
  edited: () => void
}

/**
 * A staff action that must not be done twice, such as a refund. Its input is recomputed all the time, and changes as soon as the action was done: so an action
 * without an answer is kept as it was sent, and nothing else can be sent until its outcome is known. `onDone` also gets the input that was sent; `onOpen` is
 * called when an outcome becomes unknown and when it is known again, even if the screen has closed meanwhile. `start` is an unanswered action of an earlier
 * screen.
 */
export function useSingleAct<I, O>(
  send: (services: Services, input: I, key: string) => Promise<O>,
  onDone: (answer: O, input: I) => void,
  onOpen?: (sent: SentAct<I>, isOpen: boolean) => void,
  start?: SentAct<I>,
): SingleAct<I> {
  const { load } = usePortal()
  const sent = useRef(start)
  const [isUnsure, setUnsure] = useState(start !== undefined)
  const end = (isOpen: boolean): void => {
    // It was never started: nothing was sent.
    if (!sent.current) return
    setUnsure(isOpen)
    onOpen?.(sent.current, isOpen)
    if (!isOpen) sent.current = undefined
  }
  const act = useSingleMutation({
    mutationFn: async (input: I) => {
      const services = await load()
      sent.current ??= { input, key: services.ids.uuid() }
      return await send(services, sent.current.input, sent.current.key)
    },
    onSuccess(answer, input) {
      end(false)
      onDone(answer, input)
    },
    onError: (cause) => end(isOpenAfter(cause, isUnsure)),
  })
  return {
    send: (input) => {
      if (!isUnsure) act.mutate(input)
    },
    held: act.isPending || isUnsure ? (act.variables ?? start?.input) : undefined,
    sending: act.isPending,
    isUnsure,
    again: () => {
      if (sent.current) act.mutate(sent.current.input)
    },
    // Canceled when asked for proof: nothing changed.
    error: act.error && !isGivenUp(act.error) ? asAppError(act.error) : undefined,
    edited: () => {
      if (act.isError && !isUnsure) act.reset()
    },
  }
}
