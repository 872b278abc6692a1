/** The dotted parts of a version as numbers: `0.1.414` is [0, 1, 414]. Undefined for text that is no version. */
function partsOf(version: string): number[] | undefined {
  if (!/^\d{1,9}(?:\.\d{1,9}){0,5}$/.test(version)) return undefined
  return version.split('.').map(Number)
}

/**
 * True when the served version is newer than the built one, part by part as numbers (specification §4 *App version*): 0.1.1000 is newer than 0.1.414,
 * and 0.2 is 0.2.0. What cannot be read is never newer: a portal is not reloaded on a guess.
 */
export function isNewerVersion(served: string, built: string): boolean {
  const [theirs, ours] = [partsOf(served), partsOf(built)]
  if (!theirs || !ours) return false
  for (let at = 0; at < Math.max(theirs.length, ours.length); at++) {
    const difference = (theirs[at] ?? 0) - (ours[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
