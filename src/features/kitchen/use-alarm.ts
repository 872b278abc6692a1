import { useEffect } from 'react'
import { playAlarm } from './sound.ts'
import { useSoundSwitch } from './sound-switch.ts'
import { useReadySound } from './use-ready-sound.ts'

/** A signal that is back by itself within this (ms) calls nobody from the stove. */
const afterMs = 60_000
const repeatMs = 30_000

/** While no new order can come in: calls for somebody once that has lasted for over a minute since an instant (ms) of this device's clock, and again every half minute. */
export function useAlarm(isBlind: boolean, sinceMs: number): void {
  const isOn = useSoundSwitch()
  useReadySound(isOn)
  useEffect(() => {
    if (!isBlind || !isOn) return undefined
    let repeat: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(
      () => {
        playAlarm()
        repeat = setInterval(playAlarm, repeatMs)
      },
      Math.min(afterMs, Math.max(0, sinceMs + afterMs - Date.now())),
    )
    return () => {
      clearTimeout(first)
      clearInterval(repeat)
    }
  }, [isBlind, isOn, sinceMs])
}
