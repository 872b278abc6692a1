import { useSyncExternalStore } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { SentAct } from '#lib/second-factor/use-single-act.ts'
import { isShownOn, type SentRefund } from './refund-choice.ts'

/** A refund that got no answer, and who sent it: under its key it is done once for them alone. */
type UnsureRefund = SentAct<SentRefund> & { principal: string }

/**
 * The refunds that got no answer, until one comes, or somebody has looked at the order. They outlive the board: a session that ends, or a way back, must not
 * take the warning along, nor the key that the refund can be sent again under.
 */
let open: readonly UnsureRefund[] = []
const listeners = new Set<() => void>()

/** Notes that nobody knows whether a refund went back; with `isOpen` false, that this is over. */
export function noteUnsure(sent: UnsureRefund, isOpen: boolean): void {
  const others = open.filter(({ key }) => key !== sent.key)
  open = isOpen ? [...others, sent] : others
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Those that nobody knows of, without what stands in the dialog of order `openId` already: one's own of that order. */
export const useUnsureRefunds = (openId: string | undefined, principal: string): readonly UnsureRefund[] =>
  useSyncExternalStore(subscribe, () => open).filter(
    (sent) => sent.input.id !== openId || sent.principal !== principal,
  )

/** The one of an order that somebody sent and that the order does not show. */
export const findUnsure = (order: KitchenOrder, principal: string): UnsureRefund | undefined =>
  open.find(
    (sent) => sent.input.id === order.id && sent.principal === principal && !isShownOn(order, sent.input),
  )

/** The order shows a refund by now: nothing is unsure of it any more. */
export function noteShown(order: KitchenOrder): void {
  for (const sent of open)
    if (sent.input.id === order.id && isShownOn(order, sent.input)) noteUnsure(sent, false)
}
