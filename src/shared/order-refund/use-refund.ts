import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import { type SentAct, type SingleAct, useSingleAct } from '#lib/second-factor/use-single-act.ts'
import type { SentRefund } from './refund-choice.ts'
import { forgetUnsure, noteUnsure } from './unsure-refunds.ts'

/**
 * Refunds what the staff chose, once, however often it is sent; `onDone` gets the refund. `start`: this order's refund without an answer, the only one that can
 * be sent until there is one.
 */
export function useRefund(
  onDone: (sent: SentRefund) => void,
  start: SentAct<SentRefund> | undefined,
): SingleAct<SentRefund> {
  const { locationId } = usePortal().facts.host
  // Refunds need a person: a tablet cannot make them.
  const principal = usePrincipal()
  const client = useQueryClient()
  // Remembers the sender now: somebody else may be signed in when the answer comes.
  const sender = useRef(principal)
  return useSingleAct<SentRefund, KitchenAnswer>(
    async ({ api }, { id, body }, key) => {
      sender.current = principal
      // A read that is under way has the state from before the refund.
      await client.cancelQueries({ queryKey: keys.kitchen(locationId, principal) })
      return await api.send(serviceEndpoints.refundKitchenOrder, { params: { id }, body, key })
    },
    (_answer, sent) => onDone(sent),
    (sent, isOpen) => (isOpen ? noteUnsure : forgetUnsure)({ ...sent, principal: sender.current }),
    start,
  )
}
