import { type RefObject, useEffect } from 'react'

/**
 * The whole screen for an element, where the browser gives it: right after a tap, and not on an iPhone. Given back when the component goes.
 * Without it the element covers the page all the same, by its style.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    void enter(element.current)
    return () => void leave()
  }, [element])
}

async function enter(element: HTMLElement | null): Promise<void> {
  // Without a tap just before the browser says no, and says so in the console.
  if (!element || !('requestFullscreen' in element) || !navigator.userActivation?.isActive) return
  try {
    await element.requestFullscreen({ navigationUI: 'hide' })
  } catch {
    return // Not here, or not now.
  }
}

async function leave(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
  } catch {
    return // Left by itself in the meantime.
  }
}
