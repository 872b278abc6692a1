import { useSyncExternalStore } from 'react'
import type { SentRefund } from './refund-choice.ts'

/**
 * The refunds that got no answer, until one comes, or somebody has looked at the order. They outlive the board: a session that ends, or a way back, must not
 * take the warning along.
 */
let open: readonly SentRefund[] = []
const listeners = new Set<() => void>()

/** Notes that nobody knows whether a refund went back; with `isOpen` false, that this is over. */
export function noteUnsure(sent: SentRefund, isOpen: boolean): void {
  const others = open.filter((one) => one !== sent)
  open = isOpen ? [...others, sent] : others
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Those that nobody knows of. */
export const useUnsureRefunds = (): readonly SentRefund[] => useSyncExternalStore(subscribe, () => open)
