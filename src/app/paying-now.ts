let underWay = 0

/** True while this window is processing a tap that moves money. */
export const isPayingNow = (): boolean => underWay > 0

/** Runs the work, and counts it as a payment while it lasts. */
export async function countPaying<T>(work: Promise<T>): Promise<T> {
  underWay++
  try {
    return await work
  } finally {
    underWay--
  }
}
