import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Identifies this visit of a screen: the same after a reload, another one when arriving by a link. While leaving a screen the router already tells the next
 * page's visit, which is not this screen's.
 */
export function useVisit(): string {
  const location = useRouterState({ select: (state) => state.location })
  const [own, setOwn] = useState(location)
  const isOwn = location.pathname === own.pathname
  if (isOwn && location !== own) setOwn(location)
  const { state, href } = isOwn ? location : own
  return state.__TSR_key ?? href
}
