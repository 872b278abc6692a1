import type { AnyRouter } from '@tanstack/react-router'

const menuPath = /^\/(menus|order)\//

/**
 * From one menu, category or dish to the one beside it. Nowhere else the screens change over: what leads further in is not to wait for a picture of the page
 * before. And not for who wants no motion.
 */
const isBeside = (from = '', to: string): boolean =>
  from !== to &&
  menuPath.test(from) &&
  menuPath.test(to) &&
  from.split('/').length === to.split('/').length &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches

/** From now on neighboring screens change by view transitions, where the browser has them. */
export function enableViewTransitions(router: AnyRouter): void {
  if (!('startViewTransition' in document)) return
  router.startViewTransition = (update) => {
    if (!isBeside(router.state.resolvedLocation?.pathname, router.latestLocation.pathname)) return update()
    const transition = document.startViewTransition(update)
    // When the next tap overtakes a transition, it is skipped and its screen shown all the same. The router does not handle that rejection.
    transition.ready.catch(() => undefined)
    return transition.updateCallbackDone
  }
}
