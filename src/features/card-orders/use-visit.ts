import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * This visit of a screen: the same after a reload, another one for whoever comes by a link. While a screen is being left the router already names the next
 * page's visit: that one is not this screen's.
 */
export function useVisit(): string {
  const location = useRouterState({ select: (state) => state.location })
  const [own, setOwn] = useState(location)
  const isOwn = location.pathname === own.pathname
  if (isOwn && location !== own) setOwn(location)
  const { state, href } = isOwn ? location : own
  return state.__TSR_key ?? href
}
