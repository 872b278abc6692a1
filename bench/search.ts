import type { Page } from 'playwright-core'

declare global {
  var larderSearch: { from: number; painted: number } | undefined
}

/** Runs in the page: records, for each key, the last change of the results after it and when that was painted (ms since the page began). */
function watchResults(): void {
  const seen = { from: 0, painted: 0 }
  globalThis.larderSearch = seen
  addEventListener('keydown', ({ timeStamp }) => Object.assign(seen, { from: timeStamp, painted: 0 }), true)
  const onChange = () =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (seen.painted = performance.now()))
      port1.start()
      port2.postMessage(0)
    })
  new MutationObserver(onChange).observe(document.querySelector('main')!, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

/** Runs in the page: waits until the results stop changing, and gives how long they took (ms). */
async function readDelay(): Promise<number> {
  const seen = globalThis.larderSearch!
  const later = () => new Promise((resolve) => setTimeout(resolve, 100))
  for (let calm = 0; calm < 5; calm++) {
    await later()
    if (performance.now() - Math.max(seen.painted, globalThis.larderObserved.lastBusy) < 500) calm = 0
  }
  // A key that changed no result is answered by its own letter in the box.
  return seen.painted === 0 ? 0 : seen.painted - seen.from
}

/**
 * Types a search key by key, as a person does, then deletes two letters.
 * @param text what to search for; only its first letters are typed
 * @returns the time (ms) from the first key until its results are painted, and the longest such time of the later keys
 */
export async function typeSearch(page: Page, text: string): Promise<{ first: number; worst: number }> {
  const box = page.getByRole('searchbox').first()
  await box.waitFor()
  await box.click()
  await page.evaluate(watchResults)
  const delays: number[] = []
  for (const key of [...text.slice(0, 8).replaceAll(' ', ''), 'Backspace', 'Backspace']) {
    await page.keyboard.press(key)
    delays.push(await page.evaluate(readDelay))
  }
  const [first = 0, ...others] = delays
  console.log(`  search, key by key: ${delays.map(Math.round).join(', ')} ms`)
  return { first, worst: Math.max(...others) }
}
