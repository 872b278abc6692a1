import { keepPersonal } from '#app/keep-personal.ts'
import { coverPictures } from '#lib/paint/cover-pictures.ts'
import { followReachability, reachability } from '#lib/ports/reachability.ts'

/** What a launch leaves until the browser has time, as one file. */
export function workInIdle(...about: Parameters<typeof keepPersonal>): void {
  coverPictures(document, (run) =>
    followReachability(() => {
      if (reachability() === 'reachable') run()
    }),
  )
  keepPersonal(...about)
}
