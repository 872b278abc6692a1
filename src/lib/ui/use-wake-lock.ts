import { useEffect } from 'react'

/**
 * Keeps the screen on while the component is mounted. The browser releases the lock whenever the page is hidden, so it is requested again when the page is
 * back.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let over = false
    const take = async (): Promise<void> => {
      const taken = await requestLock()
      if (over) return void taken?.release()
      lock = taken
    }
    const takeAgain = (): void => {
      if (document.visibilityState === 'visible' && (lock === undefined || lock.released)) void take()
    }
    void take()
    document.addEventListener('visibilitychange', takeAgain)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', takeAgain)
      void lock?.release()
    }
  }, [])
}

async function requestLock(): Promise<WakeLockSentinel | undefined> {
  try {
    return await (navigator as { wakeLock?: WakeLock }).wakeLock?.request('screen')
  } catch {
    return undefined // A low battery, or a page that was just hidden: the screen then dims as usual.
  }
}
