import type { Page } from 'playwright-core'
import { fastest } from './interactions.ts'

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
 * @returns the time (ms) from the first key until the last of its results is painted, the longest such time of the later keys, and their longest until the
 * next paint, which shows the letter
 */
export async function typeSearch(
  page: Page,
  text: string,
): Promise<{ first: number; worst: number; paint: number }> {
  const box = page.getByRole('searchbox').first()
  await box.waitFor()
  await box.click()
  await page.evaluate(watchResults)
  const delays: number[] = []
  const paints: number[] = []
  for (const key of [...text.slice(0, 8).replaceAll(' ', ''), 'Backspace', 'Backspace']) {
    await page.evaluate(() => globalThis.larderObserved.taps.clear())
    await page.keyboard.press(key)
    delays.push(await page.evaluate(readDelay))
    paints.push(
      await page.evaluate((least) => Math.max(least, ...globalThis.larderObserved.taps.values()), fastest),
    )
  }
  const [first = 0, ...others] = delays
  const list = (times: number[]) => times.map(Math.round).join(', ')
  console.log(`  search, key by key: ${list(delays)} ms, next paint ${list(paints)} ms`)
  return { first, worst: Math.max(...others), paint: Math.max(...paints.slice(1)) }
}
