import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AppError, asAppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { isGivenUp } from '#lib/second-factor/with-step-up.ts'

export type AdminChange<I, O> = {
  submit: (input: I) => void
  busy: boolean
  done: O | undefined
  error: AppError | undefined
  /** What the server says is wrong with a field. */
  problemOf: (field: string) => string | undefined
  /** Something was edited: it is another change now, and the last result goes. */
  edited: () => void
}

/** One change of an administrator's: sent now or not at all. What got no answer goes out again under the same key, so that pressing twice does it once. */
export function useAdminChange<I, O>(
  send: (services: Services, input: I, key: string) => Promise<O>,
  onDone?: (answer: O) => void,
): AdminChange<I, O> {
  const { load } = usePortal()
  const key = useRef<string>(undefined)
  const sending = useMutation({
    mutationFn: async (input: I) => {
      const services = await load()
      key.current ??= services.ids.uuid()
      return await send(services, input, key.current)
    },
    onSuccess(answer) {
      key.current = undefined
      onDone?.(answer)
    },
    onError(cause) {
      if (!isUnknownOutcome(cause)) key.current = undefined
    },
  })
  // Given up when asked who they are: everything is as it was.
  const error = sending.error && !isGivenUp(sending.error) ? asAppError(sending.error) : undefined
  return {
    submit: (input) => sending.mutate(input),
    busy: sending.isPending,
    done: sending.data,
    error,
    problemOf: (field) => problemOf(error, field),
    edited() {
      key.current = undefined
      if (!sending.isIdle && !sending.isPending) sending.reset()
    },
  }
}

/** What the server says is wrong with a field; undefined where it is nothing. */
export const problemOf = (error: AppError | undefined, field: string): string | undefined =>
  error?.details.problem?.errors.find((one) => one.field === field)?.message
