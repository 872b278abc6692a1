import type { AnyRouter } from '@tanstack/react-router'
import { painted } from './painted.ts'

/** The part of the router that holding navigations needs. */
type Navigating = Pick<AnyRouter, 'load' | 'updateLatestLocation'>

/** Set on the root element while a tapped link is loading: base.css shows it. */
const leavingKey = 'leaving'

/**
 * Lets navigations wait until `ready`. A page that is being taken over from the server's markup is taken over in pieces; a navigation in between would
 * find the piece of the screen before it, which then has no route any more: React would throw the markup away and draw it anew. What is tapped meanwhile
 * is not lost, it follows in an instant.
 *
 * From then on what leads further answers the tap first, in one frame, and makes its screen in the next: React renders a new route in one piece, as its
 * store is outside of React, and on a slow phone that piece is far longer than a tap may go unanswered (docs/decisions/092). BACK does not wait: a
 * swipe has shown the place that it leads to.
 */
export function holdNavigation(router: Navigating, ready: Promise<unknown>): void {
  const load = router.load.bind(router)
  const page = document.documentElement.dataset
  let isHeld = true
  let next: Promise<void> | undefined
  const released = ready.then(() => {
    isHeld = false
  })
  router.load = (options) => {
    if (isHeld) return released.then(() => load(options))
    if (!/^(PUSH|REPLACE)$/.test(options?.action?.type ?? '')) return load(options)
    // A relative target is resolved against the address at the time of the navigation.
    router.updateLatestLocation()
    page[leavingKey] = ''
    return (next ??= painted().then(() => {
      next = undefined
      return load(options).finally(() => next ?? delete page[leavingKey])
    }))
  }
}
