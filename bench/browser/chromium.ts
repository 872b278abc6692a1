import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown } from 'node:fs/promises'
import { homedir } from 'node:os'
import { setTimeout as later } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.mjs'

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  // A window with tabs draws, in software, the circle that turns while a page loads: sixty times a second, on the processors that the page is measured on.
  '--start-fullscreen',
  // A screen that holds the whole page, 721 × 1440 of its pixels: what lies beyond it is never presented, and its taps count until the next change above.
  '--screen-info={800x1600}',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--mute-audio',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider',
  '--remote-debugging-port=0',
]

/** Nothing listens on port 9, and "<-loopback>" sends loopback through it as well: page, workers and service worker have no network. */
const offlineFlags = ['--proxy-server=http://127.0.0.1:9', '--proxy-bypass-list=<-loopback>']

export type OpenBrowser = {
  context: BrowserContext
  page: Page
  /** Where it can be driven by others, too. */
  debuggingPort: number
  close(): Promise<void>
}

/** A new browser process on a profile: what a tap on an icon is, on a phone that has forgotten the app. */
export async function openBrowser(profile: string, { offline }: { offline: boolean }): Promise<OpenBrowser> {
  const path = findBrowser(chromium.executablePath())
  if (!path) throw new Error('No browser to measure with: install Chromium, or set CHROMIUM_PATH.')
  const args = [...flags, ...(offline ? offlineFlags : []), `--user-data-dir=${profile}`, 'about:blank']
  // Its own process group, so that close() reaches all of it.
  const child = spawn(path, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...(await asNobody(path, profile)),
  })
  const left = once(child, 'exit')
  const endpoint = await new Promise<string>((found, failed) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(said)
      if (address) found(address[1]!)
    })
    left.then(([code]) => failed(new Error(`The browser left with ${code}:\n${said}`)))
  })
  const browser = await chromium.connectOverCDP(endpoint)
  const context = browser.contexts()[0]!
  const close = async () => {
    // Asked to close, Chromium writes its profile, as a phone's would be.
    const session = await browser.newBrowserCDPSession()
    await session.send('Browser.close')
    const isGone = await Promise.race([left.then(() => true), later(8000, false, { ref: false })])
    if (!isGone) process.kill(-child.pid!, 'SIGKILL')
    await left
  }
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    debuggingPort: Number(new URL(endpoint).port),
    close,
  }
}

const nobody = 65534

/**
 * Root's browser gives its own processes priority over the page that it shows, so that on two processors the page waits for the pictures that are
 * taken of it. Nobody's cannot.
 */
async function asNobody(
  browserPath: string,
  profile: string,
): Promise<{ uid?: number; gid?: number; env?: NodeJS.ProcessEnv }> {
  // What lies in root's home nobody else may run.
  if (process.getuid?.() !== 0 || browserPath.startsWith(homedir())) return {}
  await chown(profile, nobody, nobody)
  return { uid: nobody, gid: nobody, env: { ...process.env, HOME: profile } }
}
