import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TicketChange } from '#db/outbox.ts'
import { notSavedText } from '#lib/errors/not-saved.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import type { Services } from '#lib/query/services.ts'
import { awaitOutcome, stopAwaiting } from './use-late-refusals.ts'

type SaveStep = { save: (change: TicketChange) => void; saving: boolean; messages: readonly string[] }

/**
 * Saves a step's change and goes on when the restaurant has accepted it, or when there is no signal and the device keeps it. A refusal keeps the diner on the
 * step, with the restaurant's words (specification §4 *Delivery choice*), and `onRefused` then fetches what has changed. If the diner has left the step by
 * then, it is shown as a late refusal.
 */
export function useSaveStep(
  draftId: string,
  onSaved: () => void | Promise<void>,
  onRefused?: (services: Services) => Promise<unknown>,
): SaveStep {
  const { load } = usePortal()
  const isHere = useRef(true)
  const sent = useRef<string>(undefined)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      if (sent.current !== undefined) stopAwaiting(sent.current)
    }
  }, [])
  const saving = useMutation({
    mutationFn: async (change: TicketChange): Promise<string[]> => {
      const services = await load()
      const opId = await services.record(change)
      sent.current = opId
      if (isHere.current) awaitOutcome(opId)
      let isReported = false
      try {
        const outcome = await services.outcomeOf(opId)
        if (outcome.state !== 'refused') {
          stopAwaiting(opId)
          await onSaved()
          return []
        }
        if (!isHere.current) return []
        // Its words are shown here; an earlier refusal of a dish is shown with the order.
        await services.dismissRefusals(draftId, [opId])
        isReported = true
        await onRefused?.(services)
        return outcome.messages
      } finally {
        // A reported refusal stays out of the late ones until the store confirms that it is gone.
        if (!isReported) stopAwaiting(opId)
      }
    },
  })
  const lost = saving.isError ? [notSavedText()] : []
  return { save: saving.mutate, saving: saving.isPending, messages: saving.data ?? lost }
}
