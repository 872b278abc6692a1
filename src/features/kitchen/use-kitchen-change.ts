import { useQueryClient } from '@tanstack/react-query'
import { serviceEndpoints } from '#contract/endpoints/services.ts'
import type { CancelReason } from '#contract/rules/cancel-reasons.ts'
import { soldOutState } from '#contract/rules/sold-out.ts'
import type { KitchenAnswer, KitchenMove, OrderPauseBody, SoldOutBody } from '#contract/schemas/kitchen.ts'
import { type AppError, asAppError, isUnknownOutcome } from '#lib/errors/app-error.ts'
import { usePortal } from '#lib/query/portal-context.tsx'
import { useRepeatKey } from '#lib/query/use-repeat-key.ts'
import { useSingleMutation } from '#lib/query/use-single-mutation.ts'
import { isGivenUp } from '#lib/second-factor/with-step-up.ts'
import { bearerOf, kitchenQuery, useCaller } from './queries.ts'

/** One press of a button: moves an order, sets the switch, pauses new orders, or marks a dish as sold out. Refunds: use-refund.ts. */
export type KitchenPress =
  | { kind: 'move'; id: string; status: KitchenMove; seen: string; reason?: CancelReason; note?: string }
  | { kind: 'switch'; isOn: boolean }
  /** `before`: the end of the pause that this one replaces (ISO 8601). */
  | { kind: 'pause'; body: OrderPauseBody; before: string | undefined }
  | { kind: 'sold-out'; body: Omit<SoldOutBody, 'seen'> }

export type KitchenChange = {
  press: (press: KitchenPress) => void
  /** The same for presses sent one after the other: resolves when done, rejects with the reason. A stable function. */
  send: (press: KitchenPress) => Promise<KitchenAnswer>
  /** The press being sent. */
  sending: KitchenPress | undefined
  error: AppError | undefined
  /** The press that `error` is about. */
  refused: KitchenPress | undefined
  /** The press without an answer: it is unknown whether it was done. */
  failed: KitchenPress | undefined
  /** Forgets what went wrong. */
  clear: () => void
}

/** Whether the kitchen's state is what a press wants. For cancellations and sold-out dishes their own dialogs check this. */
export function isAsPressed(press: KitchenPress, { orders, is_on: isOn, pause }: KitchenAnswer): boolean {
  switch (press.kind) {
    case 'move':
      return (
        press.status !== 'Cancelled' &&
        orders.some(({ id, status }) => id === press.id && status === press.status)
      )
    case 'switch':
      return isOn === press.isOn
    case 'pause':
      return press.body.length === 'none'
        ? pause === undefined
        : pause !== undefined && pause.until !== press.before
    case 'sold-out':
      return false
  }
}

/** Sent with the dish's state on the screen at that moment: earlier switches have been answered by then. */
const seenBody = (body: Omit<SoldOutBody, 'seen'>, shown: KitchenAnswer | undefined): SoldOutBody => ({
  ...body,
  seen: soldOutState(shown?.sold_out?.find((one) => one.item_id === body.item_id)),
})

/**
 * Sends what the staff press, now or not at all, and shows the kitchen's state from the answer. Repeating a press without an answer uses the same key, so that
 * it is done once. After a newer read of the kitchen it counts as a new press, because its effect may have been undone meanwhile.
 */
export function useKitchenChange(
  onDone: (press: KitchenPress, kitchen: KitchenAnswer) => void,
): KitchenChange {
  const who = useCaller()
  const query = kitchenQuery(who)
  const as = bearerOf(who.bearer)
  const client = useQueryClient()
  const { load } = usePortal()
  const { keyOf, noteOutcome } = useRepeatKey()
  const change = useSingleMutation({
    mutationFn: async (press: KitchenPress) => {
      const services = await load()
      const { api } = services
      const { data: shown, dataUpdatedAt } = client.getQueryState(query.queryKey) ?? {}
      const key = keyOf(services, [press, dataUpdatedAt])
      // A read already under way would show the state from before.
      await client.cancelQueries({ queryKey: query.queryKey })
      if (press.kind === 'pause')
        return await api.send(serviceEndpoints.pauseOrders, { ...as, body: press.body, key })
      if (press.kind === 'sold-out')
        return await api.send(serviceEndpoints.sellOut, { ...as, body: seenBody(press.body, shown), key })
      return press.kind === 'switch'
        ? await api.send(serviceEndpoints.switchKitchen, { ...as, body: { is_on: press.isOn }, key })
        : await api.send(serviceEndpoints.moveKitchenOrder, {
            ...as,
            params: { id: press.id },
            body: {
              status: press.status,
              seen: press.seen,
              ...(press.reason !== undefined && { reason: press.reason }),
              ...(press.note !== undefined && { note: press.note }),
            },
            key,
          })
    },
    onSuccess: (answer, press) => onDone(press, answer),
    onSettled: (_, cause) => noteOutcome(cause),
  })
  // The user dismissed the identity check: nothing was changed.
  const error = change.error && !isGivenUp(change.error) ? asAppError(change.error) : undefined
  return {
    press: change.mutate,
    send: change.mutateAsync,
    sending: change.isPending ? change.variables : undefined,
    error,
    refused: error && change.variables,
    failed: isUnknownOutcome(change.error) ? change.variables : undefined,
    clear: change.reset,
  }
}
