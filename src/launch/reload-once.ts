const reloadMark = 'reloaded'

/** True once in this tab for a build, which the address of its portal's file tells: the page may be loaded anew because of a file that is missing. */
export function claimReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadMark) === build) return false
    sessionStorage.setItem(reloadMark, build)
    return true
  } catch {
    return false // Storage is refused: a reload could become a circle.
  }
}
