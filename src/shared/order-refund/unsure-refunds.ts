import { useSyncExternalStore } from 'react'
import type { KitchenOrder } from '#contract/schemas/kitchen.ts'
import type { SentAct } from '#lib/second-factor/use-single-act.ts'
import { isShownOn, type SentRefund } from './refund-choice.ts'

/** A refund that got no answer, and who sent it: its key makes it happen once, for the same sender only. */
type UnsureRefund = SentAct<SentRefund> & { principal: string }

/**
 * The refunds that got no answer, until one arrives or somebody has checked the order. They outlive the board: neither the end of a session nor Back may lose
 * the warning, or the key with which the refund can be sent again.
 */
let open: readonly UnsureRefund[] = []
const listeners = new Set<() => void>()

/** Records that the outcome of a refund is unknown. */
export const noteUnsure = (sent: UnsureRefund): void => change([...without(sent), sent])

/** Records that the outcome of a refund is known, or that somebody has read the warning. */
export const forgetUnsure = (sent: UnsureRefund): void => change(without(sent))

const without = (sent: UnsureRefund): UnsureRefund[] => open.filter(({ key }) => key !== sent.key)

function change(next: readonly UnsureRefund[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The refunds with an unknown outcome, except one's own of order `openId`, which that order's dialog shows already. */
export const useUnsureRefunds = (openId: string | undefined, principal: string): readonly UnsureRefund[] =>
  useSyncExternalStore(subscribe, () => open).filter(
    (sent) => sent.input.id !== openId || sent.principal !== principal,
  )

/** The refund of an order that somebody sent and that the order does not show. */
export const findUnsure = (order: KitchenOrder, principal: string): UnsureRefund | undefined =>
  open.find(
    (sent) => sent.input.id === order.id && sent.principal === principal && !isShownOn(order, sent.input),
  )

/** The order shows a refund by now, so its outcome is known. */
export function noteShown(order: KitchenOrder): void {
  for (const sent of open) if (sent.input.id === order.id && isShownOn(order, sent.input)) forgetUnsure(sent)
}
