import { useMemo } from 'react'
import { servedFirst } from '#contract/rules/menu-hours.ts'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useWallTime } from './use-wall-time.ts'

type Menus = MenuOutline['menus']

/** The menus in the order used by the ordering page for its tabs and dishes, also when rendered on the server: those served now, or next, come first. */
export function useServedFirst(menus: Menus): Menus {
  const at = useWallTime()
  const location = useLocationCopy()?.location
  // Memoized by the order of ids, so that a passing minute renders nothing anew.
  const order = JSON.stringify(
    (at ? servedFirst(menus, at, location) : menus).map(({ external_id: id }) => id),
  )
  return useMemo(
    () => (JSON.parse(order) as string[]).flatMap((id) => menus.find((one) => one.external_id === id) ?? []),
    [menus, order],
  )
}
