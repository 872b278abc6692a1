import { useMemo } from 'react'
import { servedFirst } from '#contract/rules/menu-hours.ts'
import type { MenuOutline } from '#contract/schemas/first-screen.ts'
import { useLocationCopy } from '#lib/query/location.ts'
import { useWallTime } from './use-wall-time.ts'

type Menus = MenuOutline['menus']

/** The menus as the ordering page has them, its tabs and its dishes alike and its server before it: those that are served now, or next, come first. */
export function useServedFirst(menus: Menus): Menus {
  const at = useWallTime()
  const house = useLocationCopy()?.location
  // The same list for as long as its order is: a minute that passes draws nothing anew.
  const order = (at ? servedFirst(menus, at, house) : menus).map(({ external_id: id }) => id).join()
  return useMemo(
    () => order.split(',').flatMap((id) => menus.find((one) => one.external_id === id) ?? []),
    [menus, order],
  )
}
