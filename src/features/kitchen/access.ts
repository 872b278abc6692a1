import { createContext, use } from 'react'
import { isAtLeast } from '#contract/rules/roles.ts'

/** Whose credentials the kitchen page's calls use. */
export type KitchenAccess = {
  role: string
  /** A tablet's token, used instead of the signed-in person's. */
  bearer?: string | undefined
  /** Called when the server no longer knows the token. */
  onRefused?: (() => void) | undefined
}

export const AccessContext = createContext<KitchenAccess | undefined>(undefined)

/** Whose credentials this page's calls use. Throws outside of the page. */
export function useAccess(): KitchenAccess {
  const access = use(AccessContext)
  if (!access) throw new Error('nobody has access to the kitchen here')
  return access
}

/** Only managers may move money or stop orders: the server refuses others, and the page does not offer it to them. */
export const useIsManager = (): boolean => isAtLeast(useAccess().role, 'manager')
