import { useSyncExternalStore } from 'react'
import type { SentAct } from '#lib/second-factor/use-single-act.ts'
import type { SentRefund } from './refund-choice.ts'

/**
 * The refunds that got no answer, until one comes, or somebody has looked at the order. They outlive the board: a session that ends, or a way back, must not
 * take the warning along, nor the key that the refund can be sent again under.
 */
let open: readonly SentAct<SentRefund>[] = []
const listeners = new Set<() => void>()

/** Notes that nobody knows whether a refund went back; with `isOpen` false, that this is over. */
export function noteUnsure(sent: SentAct<SentRefund>, isOpen: boolean): void {
  const others = open.filter(({ key }) => key !== sent.key)
  open = isOpen ? [...others, sent] : others
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Those that nobody knows of. */
export const useUnsureRefunds = (): readonly SentAct<SentRefund>[] =>
  useSyncExternalStore(subscribe, () => open)

/** The one of an order. */
export const findUnsure = (orderId: string): SentAct<SentRefund> | undefined =>
  open.find(({ input }) => input.id === orderId)
