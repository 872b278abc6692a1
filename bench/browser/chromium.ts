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
  // A window with tabs draws the loading spinner in software, sixty times a second, on the processors that run the measured page.
  '--start-fullscreen',
  // A screen that holds the whole page, 721 × 1440 of its pixels. Content off the screen is never presented, so a tap there would count as unanswered until
  // something above it changes.
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

/** Nothing listens on port 9, and "<-loopback>" sends loopback through the proxy as well: page, workers and service worker have no network. */
const offlineFlags = ['--proxy-server=http://127.0.0.1:9', '--proxy-bypass-list=<-loopback>']

type OpenBrowser = {
  context: BrowserContext
  page: Page
  /** The port through which other programs can drive the browser too. */
  debuggingPort: number
  close(): Promise<void>
}

/** Starts a new browser process on a profile: like a tap on the icon, on a phone that has evicted the app from memory. */
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
    // When asked to close, Chromium writes its profile to disk, as it would on a phone.
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
 * Run as root, Chromium gives its own processes priority over the page, so that on two processors the page waits while its frames are drawn. The user nobody
 * may not raise priorities.
 */
async function asNobody(
  browserPath: string,
  profile: string,
): Promise<{ uid?: number; gid?: number; env?: NodeJS.ProcessEnv }> {
  // The user nobody cannot run what is in root's home.
  if (process.getuid?.() !== 0 || browserPath.startsWith(homedir())) return {}
  await chown(profile, nobody, nobody)
  return { uid: nobody, gid: nobody, env: { ...process.env, HOME: profile } }
}
