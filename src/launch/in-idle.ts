import { askAgainWhenReachable } from '#app/ask-again.ts'
import { keepPersonal } from '#app/keep-personal.ts'
import { keepOrderOfTab } from '#app/order-of-tab.ts'
import { coverPictures } from '#lib/paint/cover-pictures.ts'
import { ignoreDragsBeside } from '#lib/paint/drags-beside.ts'
import { browserClock } from '#lib/ports/browser.ts'
import { onReachable } from '#lib/ports/reachability.ts'

/** What a launch postpones until the browser is idle, as one file. */
export function runWhenIdle(...about: Parameters<typeof keepPersonal>): void {
  coverPictures(document, onReachable)
  ignoreDragsBeside(document)
  askAgainWhenReachable(about[0].queryClient, browserClock)
  keepPersonal(...about)
  // A store that fails has no order whose id could be stored.
  void keepOrderOfTab(about[0].services).catch(() => undefined)
}
