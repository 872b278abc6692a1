import { t } from '#contract/language.ts'
import type { ContactMessageBody } from '#contract/schemas/contact-message.ts'
import { asAppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { fieldMessage, isFieldRefusal } from '#lib/errors/field-refusal.ts'
import { explain } from '#lib/errors/explain.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { sendMessage } from './requests.ts'

/**
 * One message, sent once: a call without an answer is repeated under the same key, unless the message was edited meanwhile. `onRefused` is called when the
 * server has refused it, so that the human verification is shown again (its answer can be used once); `onArrived` when it has arrived.
 */
export function useMessage(onRefused: () => void, onArrived: () => void) {
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const sending = useSingleMutation({
    mutationFn: async (form: ContactMessageBody) => {
      const services = await load()
      return await sendMessage(services, form, keyOf(services, ''))
    },
    onSuccess: onArrived,
    onError: (cause) => {
      // A refusal that is only about a field leaves the human verification valid.
      if (!isUnknownOutcome(cause) && !isFieldRefusal(asAppError(cause))) onRefused()
    },
    onSettled: (_, cause) => noteOutcome(cause),
  })
  const error = sending.error ? asAppError(sending.error) : undefined
  return {
    send: (form: ContactMessageBody) => sending.mutate(form),
    busy: sending.isPending,
    /** The restaurant's answer text; undefined until the message has arrived. */
    done: sending.data,
    error,
    // Nobody can check whether it arrived: the restaurant would rather read it twice than not at all.
    messages: error?.details.mayBeDone
      ? [t('We couldn’t tell whether your message has arrived. It is fine to send it again.')]
      : error
        ? explain(error)
        : [],
    problemOf: (field: string) => fieldMessage(error, field),
    edited() {
      noteOutcome()
      if (sending.isError) sending.reset()
    },
    again: () => sending.reset(),
  }
}
