import { type AppError, asAppError } from '#lib/errors/app-error.ts'
import { explain } from '#lib/errors/explain.ts'
import { fieldMessage } from '#lib/errors/field-refusal.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { forgetTypedEmail } from './typed-email.ts'

export type Submission<T> = {
  /** `onRefused` is called with the error, after the state was updated. */
  submit: (input: T, options?: { onRefused?: (error: AppError) => void }) => void
  busy: boolean
  /** The server's message of success; undefined until then. */
  done: string | undefined
  /** The last input that was sent. */
  input: T | undefined
  /** What went wrong, one message per line; empty when nothing did. */
  messages: readonly string[]
  error: AppError | undefined
  /** The server's message about a field. */
  problemOf: (field: string) => string | undefined
  /** A field was edited: the error is cleared (specification §4 *Forms*). */
  edited: () => void
}

/**
 * A form that is sent while its user is present and never later: idle, sending, then an error (the form stays) or a success (the form closes). A call without
 * an answer is repeated under the same key, so that trying twice does it once.
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
    problemOf: (field) => fieldMessage(error, field),
    edited() {
      noteOutcome()
      if (sending.isError) sending.reset()
    },
  }
}

/** A form that is one address, which has served when its email is on its way. */
export const useEmailSubmission = (
  send: (services: Services, email: string, key: string) => Promise<string>,
): Submission<string> => useSubmission(send, forgetTypedEmail)
