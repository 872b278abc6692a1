/** As much of the router as holding it needs. */
type Navigating = { load: (...options: never[]) => Promise<void> }

/**
 * Lets navigations wait until `ready`. A page that is being taken over from the server's markup is taken over in pieces; a navigation in between would
 * find the piece of the screen before it, which then has no route any more: React would throw the markup away and draw it anew. What is tapped meanwhile
 * is not lost, it follows in an instant.
 */
export function holdNavigation(router: Navigating, ready: Promise<unknown>): void {
  const load = router.load.bind(router)
  let isHeld = true
  const released = ready.then(() => {
    isHeld = false
  })
  router.load = (...options) => (isHeld ? released.then(() => load(...options)) : load(...options))
}
