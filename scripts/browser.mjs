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

/** Chromium without browser windows, which cost a third of a test's processor time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

const findInstalled = (wanted) =>
  places.flatMap((folder) => wanted.map((name) => join(folder, name))).find((path) => existsSync(path))

/**
 * The full Chromium, for measuring: Playwright's own, else CHROMIUM_PATH, else an installed one.
 * @param {string} playwrights the path of Playwright's own, whether installed or not
 * @returns {string | undefined} its path
 */
export function findBrowser(playwrights) {
  if (existsSync(playwrights)) return playwrights
  return process.env.CHROMIUM_PATH ?? findInstalled(names)
}

/**
 * The Chromium for tests: CHROMIUM_PATH, else a headless shell if one is installed, else an installed Chromium. Undefined where Playwright has its own, which
 * it then starts by itself.
 * @param {string} playwrights the path of Playwright's own, whether installed or not
 * @returns {string | undefined} its path
 */
export function findTestBrowser(playwrights) {
  if (existsSync(playwrights)) return undefined
  return process.env.CHROMIUM_PATH ?? findInstalled(shells) ?? findInstalled(names)
}

/** Makes sure that there is a browser to measure with (`findBrowser`): downloads Playwright's own if possible, or else installs Debian's. */
export async function ensureBrowser() {
  const { chromium } = await import('playwright-core')
  const own = chromium.executablePath()
  if (existsSync(own) || process.env.CHROMIUM_PATH) return
  if (await canDownload()) await step('Installing a browser', (note) => download(note))
  if (findBrowser(own)) return
  if (canInstall()) await step('Installing chromium', installChromium)
  if (!findBrowser(own))
    throw new Failure('No browser to test with: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
}

/** The same, plus the headless shell for tests (`findTestBrowser`) if it is available: without it tests take longer, with the same results. */
export async function ensureTestBrowser() {
  await ensureBrowser()
  const { chromium } = await import('playwright-core')
  if (existsSync(chromium.executablePath()) || process.env.CHROMIUM_PATH || findInstalled(shells)) return
  if (!canInstall()) return
  await step('Installing a headless shell', async (note) => {
    const { code } = await finish('apt-get', installOf('chromium-headless-shell'), {
      env: unasked,
      timeoutMs: 120_000,
    })
    if (code !== 0) note('not available here; the whole browser does as well')
  })
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Asks with a short timeout first: behind many firewalls the download would hang for minutes. */
async function canDownload() {
  const answer = await fetch('https://cdn.playwright.dev/', {
    method: 'HEAD',
    signal: AbortSignal.timeout(3000),
  }).catch(() => undefined)
  return answer !== undefined
}

/** A failed download is not an error: an installed browser works as well. */
async function download(note) {
  const { code } = await finish(...tool('playwright-core/cli.js', 'install', 'chromium'), {
    timeoutMs: 180_000,
  })
  note(code === 0 ? 'Playwright’s own' : 'not available here; looking for an installed one')
}

const unasked = { DEBIAN_FRONTEND: 'noninteractive' }
const installOf = (name) => ['install', '-y', '--no-install-recommends', name]

async function installChromium() {
  const options = { env: unasked }
  const { code } = await finish('apt-get', installOf('chromium'), options)
  if (code === 0) return
  await run('apt-get', ['update'], {
    ...options,
    failure: 'apt-get update failed: no browser could be installed.',
  })
  await run('apt-get', installOf('chromium'), { ...options, failure: 'apt-get could not install chromium.' })
}
