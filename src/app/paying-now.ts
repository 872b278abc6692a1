let underWay = 0

/** True while a tap that moves money is being worked off in this window. */
export const isPayingNow = (): boolean => underWay > 0

/** The same work, counted while it lasts. */
export async function countPaying<T>(work: Promise<T>): Promise<T> {
  underWay++
  try {
    return await work
  } finally {
    underWay--
  }
}
