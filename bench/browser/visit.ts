import { setTimeout as later } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser } from './chromium.ts'
import { observe } from './observe.ts'
import { throttle } from './throttle.ts'
import { startTrace } from './trace.ts'

/** A selector, and a text that must be readable in what it finds. */
export type Content = { within: string; text: string }

export type Subject = {
  url: string
  /** The element and text that show that the content is there. */
  content: Content
}

/** Times in ms since the visit began; `longestTask` is how long the longest task blocked the page. */
export type Visit = { content: number; lcp: number; cls: number; longestTask: number }

const viewport = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }
const limitMs = 45_000
const quietMs = 1500

type VisitOptions<T> = {
  offline?: boolean
  /** Whether the visit is slowed and measured; false only fills the device's stores. */
  measured?: boolean
  /** The factor by which the processor is slowed while measuring. */
  slowdown?: number
  /** How long the page may take to become quiet (ms). */
  quietLimitMs?: number
  /** Runs on the quiet page, before the browser closes. */
  afterwards?: (page: Page) => Promise<T>
}

/** Opens the subject in a new browser process on a profile, and measures when its content was there. */
export async function visit<T = undefined>(
  profile: string,
  subject: Subject,
  options: VisitOptions<T> = {},
): Promise<Visit & { result: T | undefined }> {
  const { offline = false, measured = true, slowdown = 4, quietLimitMs = 20_000 } = options
  const browser = await openBrowser(profile, { offline })
  try {
    const { context, page } = browser
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setDeviceMetricsOverride', viewport)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.addInitScript(observe, subject.content)
    const { seen } = await awaitContent(session)
    if (measured) await throttle(session, { offline, slowdown })
    const endTrace = measured
      ? await startTrace(await browser.context.browser()!.newBrowserCDPSession())
      : undefined
    await page.goto(subject.url, { waitUntil: 'commit', timeout: limitMs })
    await within(seen, `no "${subject.content.text}" in ${subject.content.within} on ${subject.url}`)
    await waitForQuiet(page, session, quietLimitMs)
    await endTrace?.(`${new URL(subject.url).pathname}${offline ? '-offline' : ''}`)
    const observed = await page.evaluate(() => ({
      content: globalThis.larderObserved.content,
      lcp: globalThis.larderObserved.lcp,
      cls: globalThis.larderObserved.cls,
      longestTask: globalThis.larderObserved.longestTask,
    }))
    const result = await options.afterwards?.(page)
    if (!offline) await page.evaluate(workerIsActive)
    return { ...observed, content: observed.content!, lcp: observed.lcp ?? Number.NaN, result }
  } finally {
    await browser.close()
  }
}

/** The page itself reports when its content shows; polling would slow it down. */
async function awaitContent(session: CDPSession): Promise<{ seen: Promise<void> }> {
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'larderContentSeen' })
  const seen = new Promise<void>((resolve) =>
    session.on('Runtime.bindingCalled', ({ name }) => (name === 'larderContentSeen' ? resolve() : undefined)),
  )
  return { seen }
}

async function within(promise: Promise<void>, what: string): Promise<void> {
  const inTime = await Promise.race([promise.then(() => true), later(limitMs, false, { ref: false })])
  if (!inTime) throw new Error(`${what} within ${limitMs} ms`)
}

/** Waits until nothing is in flight and there has been no long task for a while: the last largest paint and layout shift have then happened. */
async function waitForQuiet(page: Page, session: CDPSession, limit: number): Promise<void> {
  let lastActive = performance.now()
  for (const event of [
    'Network.requestWillBeSent',
    'Network.loadingFinished',
    'Network.loadingFailed',
  ] as const)
    session.on(event, () => (lastActive = performance.now()))
  const until = performance.now() + limit
  while (performance.now() < until) {
    const idleMs = await page.evaluate(() => performance.now() - globalThis.larderObserved.lastBusy)
    if (performance.now() - lastActive > quietMs && idleMs > quietMs) return
    await later(250)
  }
}

/** Runs in the page: waits until a new service worker has finished installing, so that the next visit counts as a later one. */
async function workerIsActive(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const limit = new Promise<void>((resolve) => setTimeout(resolve, 20_000))
  await Promise.race([navigator.serviceWorker.ready, limit])
}
