import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { fieldMessage } from '#lib/errors/field-refusal.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { isGivenUp } from '#lib/second-factor/with-step-up.ts'

export type AdminChange<I, O> = {
  submit: (input: I) => void
  busy: boolean
  done: O | undefined
  error: AppError | undefined
  /** The input whose answer was lost: it may have been done. */
  lost: I | undefined
  /** What the server says is wrong with a field. */
  problemOf: (field: string) => string | undefined
  /** To call on every edit: it is a new change then, and the last result disappears. */
  edited: () => void
}

/**
 * An administrator's change: sent now or not at all. A request without an answer is repeated under the same key, so that pressing twice does it once; another
 * input is another change.
 */
export function useAdminChange<I, O>(
  send: (services: Services, input: I, key: string) => Promise<O>,
  onDone?: (answer: O) => void,
): AdminChange<I, O> {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const sending = useSingleMutation({
    mutationFn: async (input: I) => {
      const services = await load()
      return await send(services, input, keyOf(services, input))
    },
    onSuccess: (answer) => onDone?.(answer),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  // The user dismissed the identity check: nothing was changed.
  const error = sending.error && !isGivenUp(sending.error) ? asAppError(sending.error) : undefined
  return {
    submit: (input) => sending.mutate(input),
    busy: sending.isPending,
    done: sending.data,
    error,
    lost: error?.details.mayBeDone ? sending.variables : undefined,
    problemOf: (field) => fieldMessage(error, field),
    edited() {
      noteOutcome()
      if (!sending.isIdle && !sending.isPending) sending.reset()
    },
  }
}
