const reloadMark = 'reloaded'

/**
 * True if the page may be reloaded because of a missing file: in this tab, at most `most` times for each build, which the address of its portal file
 * identifies.
 */
export function claimReload(build: string, most: number): boolean {
  try {
    const [of, count = 1] = sessionStorage.getItem(reloadMark)?.split(' ') ?? []
    const used = of === build ? Number(count) : 0
    if (used >= most) return false
    sessionStorage.setItem(reloadMark, `${build} ${used + 1}`)
    return true
  } catch {
    return false // Storage is refused: a reload could become a loop.
  }
}

/** How often a build's page is reloaded for files that the server still has: each time, the files that arrived are in the browser's cache. */
export const mostForLost = 3
