const reloadMark = 'reloaded'

/** True only once in this tab for a build, which the address of its portal file identifies: the page may then be reloaded because of a missing file. */
export function claimReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(reloadMark) === build) return false
    sessionStorage.setItem(reloadMark, build)
    return true
  } catch {
    return false // Storage is refused: a reload could become a loop.
  }
}
