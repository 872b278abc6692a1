import { useEffect, useRef } from 'react'

const firstGapMs = 1000
const longestGapMs = 30_000

/** Asks on its own for the outcome of a payment, at once and then at growing intervals, until it is known. */
export function useChecking(
  unknown: boolean,
  { mutate, isPending }: { mutate: () => void; isPending: boolean },
): void {
  const tries = useRef(0)
  useEffect(() => {
    if (!unknown) {
      tries.current = 0
      return
    }
    if (isPending) return
    const gapMs = tries.current === 0 ? 0 : Math.min(longestGapMs, firstGapMs * 2 ** (tries.current - 1))
    tries.current += 1
    const timer = setTimeout(mutate, gapMs)
    return () => clearTimeout(timer)
  }, [unknown, isPending, mutate])
}
