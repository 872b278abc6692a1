import { useEffect } from 'react'
import { playAlarm } from './sound.ts'
import { useSoundSwitch } from './sound-switch.ts'
import { useReadySound } from './use-ready-sound.ts'

/** A loss of signal shorter than this (ms) raises no alarm. */
const afterMs = 60_000
const repeatMs = 30_000

/** Sounds an alarm while no new order can come in: once that has lasted over a minute since `sinceMs` (by this device's clock), and again every half minute. */
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
