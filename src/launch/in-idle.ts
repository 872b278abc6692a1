import { keepPersonal } from '#app/keep-personal.ts'
import { coverPictures } from '#lib/paint/cover-pictures.ts'

/** What a launch leaves until the browser has time, as one file. */
export function workInIdle(...about: Parameters<typeof keepPersonal>): void {
  coverPictures(document)
  keepPersonal(...about)
}
