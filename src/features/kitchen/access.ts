import { createContext, use } from 'react'
import { isAtLeast } from '#contract/rules/roles.ts'

/** As whom the kitchen's page makes its calls. */
export type KitchenAccess = {
  role: string
  /** Of a tablet: in the place of who is signed in. */
  bearer?: string | undefined
  /** The server does not know the bearer any more. */
  onRefused?: (() => void) | undefined
}

export const AccessContext = createContext<KitchenAccess | undefined>(undefined)

/** As whom the calls of this page are made. Throws outside of the page. */
export function useAccess(): KitchenAccess {
  const access = use(AccessContext)
  if (!access) throw new Error('nobody has access to the kitchen here')
  return access
}

/** What moves money, or stops orders, is a manager's: the server refuses it to others, and the page does not offer it. */
export const useIsManager = (): boolean => isAtLeast(useAccess().role, 'manager')
