import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import type { Guest } from './guest.ts'
import { comes, endProcess, freePort } from './processes.ts'
import { beginSession } from './web-driver.ts'
import { drivenGuest } from './driven-guest.ts'

/**
 * WebKitGTK from Debian (packages webkit2gtk-driver and xvfb): the engine of every browser on an iPhone, with GNOME's network
 * and storage. Playwright's own WebKit is a download that many machines may not fetch.
 */

const drivers = ['/usr/bin/WebKitWebDriver']
const browsers = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
]
const screens = ['/usr/bin/Xvfb']

type WebKitPrograms = { driver: string; browser: string; screen: string }

/** The paths of its programs; undefined where one is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const [driver, browser, screen] = [drivers, browsers, screens].map((places) =>
    places.find((place) => existsSync(place)),
  )
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

/** A guest in a window of a phone's size, on a virtual display. The browser stores nothing after it has closed. */
export async function openWebKit({ driver, browser, screen }: WebKitPrograms): Promise<Guest> {
  const display = await startScreen(screen)
  const port = await freePort()
  const service = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  await comes(() => fetch(`${address}/status`), 'WebKitWebDriver does not answer')
  const session = await beginSession(address, {
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  })
  await session.resize(390, 844)
  return drivenGuest(session, async () => {
    await session.end().catch(() => undefined)
    await endProcess(service)
    await endProcess(display.process)
  })
}

/** Starts a virtual display. It chooses its own number and prints it. */
async function startScreen(screen: string): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(screen, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3]!, 'data')) as [Buffer]
  return { name: `:${number.toString().trim()}`, process: child }
}
