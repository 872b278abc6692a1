/** What a page records about its own launch, by a script that runs before any of its own. */
type Observed = {
  content: number | null
  lcp: number | null
  cls: number
  lastBusy: number
  longestTask: number
  taps: Map<number, number>
}

declare global {
  var larderObserved: Observed
  var larderContentSeen: ((text: string) => void) | undefined
}

/** Runs in the page. `within` is a selector, `text` what must be readable in a matching element. */
export function observe({ within, text }: { within: string; text: string }): void {
  if (window.top !== window) return
  const seen: Observed = { content: null, lcp: null, cls: 0, lastBusy: 0, longestTask: 0, taps: new Map() }
  globalThis.larderObserved = seen
  const watch = <T extends PerformanceEntry>(type: string, handle: (entry: T) => void, extra = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => handle(entry as T))).observe({
      type,
      buffered: true,
      ...extra,
    })
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  watch<PerformanceEntry & { hadRecentInput: boolean; value: number }>('layout-shift', (entry) =>
    entry.hadRecentInput ? 0 : (seen.cls += entry.value),
  )
  watch('longtask', ({ startTime, duration }) => {
    seen.lastBusy = startTime + duration
    seen.longestTask = Math.max(seen.longestTask, duration)
  })
  watch<PerformanceEventTiming>(
    'event',
    (entry) => {
      if (entry.interactionId)
        seen.taps.set(entry.interactionId, Math.max(entry.duration, seen.taps.get(entry.interactionId) ?? 0))
    },
    { durationThreshold: 16 },
  )

  const isShown = (element: Element) => {
    const box = element.getBoundingClientRect()
    return (
      box.width > 0 &&
      box.height > 0 &&
      box.top < innerHeight &&
      box.bottom > 0 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const isThere = () => {
    for (const place of document.querySelectorAll(within)) {
      const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      for (let node = walk.nextNode(); node; node = walk.nextNode())
        if (node.nodeValue!.includes(text) && isShown(node.parentElement!)) return true
    }
    return false
  }
  // Checks once a frame. The time is taken in the task after the frame that showed the content, so that its style, layout and paint are included.
  const look = () => {
    if (!isThere()) return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      seen.content = performance.now()
      performance.mark('larder-content')
      globalThis.larderContentSeen?.('')
    })
    port1.start()
    port2.postMessage(0)
  }
  requestAnimationFrame(look)
}
