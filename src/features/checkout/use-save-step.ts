import { useMutation } from '@tanstack/react-query'
import type { Change } from '#db/outbox.ts'
import { usePortal } from '#lib/query/portal-context.tsx'

export type SaveStep = { save: (change: Change) => void; saving: boolean; messages: readonly string[] }

/**
 * Saves a step's change and goes on when the restaurant has taken it, or when there is no signal and the device keeps it.
 * A refusal keeps the diner on the step, with the restaurant's words (specification §4 *Delivery choice*).
 */
export function useSaveStep(draftId: string, onSaved: () => void): SaveStep {
  const { load } = usePortal()
  const saving = useMutation({
    mutationFn: async (change: Change): Promise<string[]> => {
      const services = await load()
      const outcome = await services.outcomeOf(await services.record(change))
      if (outcome.state !== 'refused') return []
      await services.dismissRefusals(draftId)
      return outcome.messages
    },
    onSuccess: (messages) => {
      if (messages.length === 0) onSaved()
    },
  })
  const lost = saving.isError ? ['This could not be kept on this device. Free some space and try again.'] : []
  return { save: saving.mutate, saving: saving.isPending, messages: saving.data ?? lost }
}
