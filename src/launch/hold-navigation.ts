import type { AnyRouter } from '@tanstack/react-router'
import { painted } from './painted.ts'

/** The part of the router that holding navigations needs. */
type Navigating = Pick<AnyRouter, 'load' | 'updateLatestLocation'>

/** Set on the root element while a tapped link is loading: base.css shows it. */
const leavingKey = 'leaving'

/**
 * Makes navigations wait until `ready`. The server's markup is hydrated in parts; a navigation in between would find a part of the previous screen, which then
 * has no route any longer: React would discard the markup and render it again. A tap meanwhile is not lost, it is handled right after.
 *
 * From then on a navigation first shows a response to the tap, in one frame, and renders its screen in the next: React renders a new route in one task, because
 * its store is outside of React, and on a slow phone that task is far longer than a tap may go without a response (docs/decisions/092). BACK does not wait: a
 * swipe has already shown its target.
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
