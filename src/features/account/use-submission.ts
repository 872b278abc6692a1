import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'

export type Submission<T> = {
  /** `onRefused` is told what went wrong, after the state has it. */
  submit: (input: T, options?: { onRefused?: (error: AppError) => void }) => void
  busy: boolean
  /** The server's words of success; undefined until then. */
  done: string | undefined
  /** What was sent last. */
  input: T | undefined
  /** What went wrong, one message a line; empty when nothing did. */
  messages: readonly string[]
  error: AppError | undefined
  /** What the server says is wrong with a field. */
  problemOf: (field: string) => string | undefined
  /** A field was edited: the error goes (specification §4 *Forms*). */
  edited: () => void
}

/**
 * One form that is sent while its user looks at it and never later: idle, sending, then an error (the form stays) or a success (the form goes).
 * What got no answer is sent again under the same key, so that trying twice does it once.
 */
export function useSubmission<T>(
  send: (services: Services, input: T, key: string) => Promise<string>,
  onDone?: (text: string) => void,
): Submission<T> {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const sending = useSingleMutation({
    mutationFn: async (input: T) => {
      const services = await load()
      // One form, one change, until it is edited.
      return await send(services, input, keyOf(services, ''))
    },
    onSuccess: (text) => onDone?.(text),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const error = sending.error ? asAppError(sending.error) : undefined
  return {
    submit(input, { onRefused } = {}) {
      sending.mutate(input, { onError: (cause) => onRefused?.(asAppError(cause)) })
    },
    busy: sending.isPending,
    done: sending.data,
    input: sending.variables,
    messages: error ? explain(error) : [],
    error,
    problemOf: (field) => error?.details.problem?.errors.find((one) => one.field === field)?.message,
    edited() {
      noteOutcome()
      if (sending.isError) sending.reset()
    },
  }
}
