import { useRouterState } from '@tanstack/react-router'

/** This visit of a screen: the same after a reload, another one for whoever comes by a link. */
export const useVisit = (): string =>
  useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })
