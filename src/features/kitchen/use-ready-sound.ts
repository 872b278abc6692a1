import { useEffect, useSyncExternalStore } from 'react'
import { endSound, isSoundReady, readySound, readySoundAfterTap, subscribeSound } from './sound.ts'

/** Whether sound is available. Until it is, any tap or key on the page asks the browser for it. */
export function useReadySound(isOn: boolean): boolean {
  const isReady = useSyncExternalStore(subscribeSound, isSoundReady)
  useEffect(() => {
    if (isOn) void readySoundAfterTap()
    else endSound()
  }, [isOn])
  useEffect(() => {
    if (!isOn || isReady) return undefined
    const ask = (): void => void readySound()
    document.addEventListener('pointerup', ask)
    document.addEventListener('keydown', ask)
    return () => {
      document.removeEventListener('pointerup', ask)
      document.removeEventListener('keydown', ask)
    }
  }, [isOn, isReady])
  return isReady
}
