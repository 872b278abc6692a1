import { useSyncExternalStore } from 'react'

/** Whether this device plays sounds for new orders: on until somebody switches it off here. */

const key = 'larder:kitchen-sound'
/** If the browser stores nothing, the choice lasts as long as the page. */
let inMemory: string | null = null
const listeners = new Set<() => void>()

function isOn(): boolean {
  try {
    return (localStorage.getItem(key) ?? inMemory) !== 'off'
  } catch {
    return inMemory !== 'off' // A browser without storage throws.
  }
}

/** Stores the choice on this device. */
export function keepSoundSwitch(on: boolean): void {
  inMemory = null
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    inMemory = on ? null : 'off' // As above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The choice, live. */
export const useSoundSwitch = (): boolean => useSyncExternalStore(subscribe, isOn)
