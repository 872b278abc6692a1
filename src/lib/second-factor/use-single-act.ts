import { useRef, useState } from 'react'
import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { isOpenAfter } from '#lib/errors/open-outcome.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { isGivenUp } from './with-step-up.ts'

/** An act as it was sent, and its key. */
export type SentAct<I> = { input: I; key: string }

export type SingleAct<I> = {
  /** Sends it. Nothing is sent while something else is, or while nobody knows what became of it. */
  send: (input: I) => void
  /** What is being sent, or got no answer. */
  held: I | undefined
  sending: boolean
  /** No answer came: it may have been done. */
  isUnsure: boolean
  /** Sends what got no answer once more: the very same, under the same key, so that it is done once. */
  again: () => void
  error: AppError | undefined
  /** What is to be sent was edited: the last refusal goes. */
  edited: () => void
}

/**
 * One act of the staff's that must not be done twice, such as money that goes back. What it is made of is read anew all the time, and is another as soon as the
 * act was done: so what got no answer is kept as it was sent, and nothing but that can be sent until the server has said what became of it. `onDone` gets what
 * was sent, too; `onOpen` is told when nobody knows what became of it, and when that is over, also where the screen has gone meanwhile. `start` is such a one, of
 * a screen before this one.
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
    // It was not even made: nothing went out.
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
    // Given up when asked who they are: everything is as it was.
    error: act.error && !isGivenUp(act.error) ? asAppError(act.error) : undefined,
    edited: () => {
      if (act.isError && !isUnsure) act.reset()
    },
  }
}
