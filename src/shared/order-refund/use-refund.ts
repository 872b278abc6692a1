import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import type { KitchenAnswer } from '#contract/schemas/kitchen.ts'
import { keys } from '#lib/query/keys.ts'
import { usePortal, usePrincipal } from '#lib/query/portal-context.tsx'
import { type SentAct, type SingleAct, useSingleAct } from '#lib/second-factor/use-single-act.ts'
import type { SentRefund } from './refund-choice.ts'
import { noteUnsure } from './unsure-refunds.ts'

/**
 * Gives back what the staff chose of an order, once, however often it is sent; `onDone` is told what went back. `start`: the one of this order that got no
 * answer, which is all that can be sent of it until one comes.
 */
export function useRefund(
  onDone: (sent: SentRefund) => void,
  start: SentAct<SentRefund> | undefined,
): SingleAct<SentRefund> {
  const { locationId } = usePortal().facts.host
  // A person's: no tablet may.
  const principal = usePrincipal()
  const client = useQueryClient()
  // Whose it is may be another question when the answer does not come.
  const sender = useRef(principal)
  return useSingleAct<SentRefund, KitchenAnswer>(
    async ({ api }, { id, body }, key) => {
      sender.current = principal
      // A read that is on its way shows the kitchen as it was before.
      await client.cancelQueries({ queryKey: keys.kitchen(locationId, principal) })
      return await api.send(serviceEndpoints.refundKitchenOrder, { params: { id }, body, key })
    },
    (_answer, sent) => onDone(sent),
    (sent, isOpen) => noteUnsure({ ...sent, principal: sender.current }, isOpen),
    start,
  )
}
