import { type RefObject, useEffect } from 'react'

/**
 * Shows an element in full screen if the browser allows it: right after a tap, and not on an iPhone. Ends when the component unmounts. Without it the element
 * still covers the page by its style.
 */
export function useFullScreen(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    void enter(element.current)
    return () => void leave()
  }, [element])
}

async function enter(element: HTMLElement | null): Promise<void> {
  // Without a recent tap the browser refuses and logs it in the console.
  if (!element || !('requestFullscreen' in element) || !navigator.userActivation?.isActive) return
  try {
    await element.requestFullscreen({ navigationUI: 'hide' })
  } catch {
    return // Refused: not in this browser, or not now.
  }
}

async function leave(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
  } catch {
    return // Full screen has already ended.
  }
}
