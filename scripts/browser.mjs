import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { finish, run, tool } from './child.mjs'
import { Failure, step } from './progress.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
  'Google Chrome',
]
const places = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/Applications/Google Chrome.app/Contents/MacOS',
]

/**
 * The Chromium to test with: Playwright's own, else CHROMIUM_PATH, else one that is installed.
 * @param {string} playwrights where Playwright keeps its own, installed or not
 * @returns {string | undefined} its path
 */
export function findBrowser(playwrights) {
  if (existsSync(playwrights)) return playwrights
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return places.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

/** Makes sure that there is a browser: downloads Playwright's own where that is possible, or installs Debian's. */
export async function ensureBrowser() {
  const { chromium } = await import('playwright-core')
  const own = chromium.executablePath()
  if (existsSync(own) || process.env.CHROMIUM_PATH) return findBrowser(own)
  if (await canDownload()) await step('Installing a browser', (note) => download(note))
  const found = findBrowser(own)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await step('Installing chromium', installChromium)
  const installed = findBrowser(own)
  if (installed) return installed
  throw new Failure('No browser to test with: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
}

/** A quick question first: behind many firewalls the download would hang for minutes. */
async function canDownload() {
  const answer = await fetch('https://cdn.playwright.dev/', {
    method: 'HEAD',
    signal: AbortSignal.timeout(3000),
  }).catch(() => undefined)
  return answer !== undefined
}

/** A download that fails is no failure: an installed browser does as well. */
async function download(note) {
  const { code } = await finish(...tool('playwright-core/cli.js', 'install', 'chromium'), {
    timeoutMs: 180_000,
  })
  note(code === 0 ? 'Playwright’s own' : 'not to be had here; looking for an installed one')
}

async function installChromium() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  const { code } = await finish('apt-get', install, { env })
  if (code === 0) return
  await run('apt-get', ['update'], { env, failure: 'apt-get update failed: no browser could be installed.' })
  await run('apt-get', install, { env, failure: 'apt-get could not install chromium.' })
}
