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

/** The same engine without a browser's own windows, which cost a third of a test's processor time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']

const findInstalled = (wanted) =>
  places.flatMap((folder) => wanted.map((name) => join(folder, name))).find((path) => existsSync(path))

/**
 * The Chromium that people have, to measure with: Playwright's own, else CHROMIUM_PATH, else one that is installed.
 * @param {string} playwrights where Playwright keeps its own, installed or not
 * @returns {string | undefined} its path
 */
export function findBrowser(playwrights) {
  if (existsSync(playwrights)) return playwrights
  return process.env.CHROMIUM_PATH ?? findInstalled(names)
}

/**
 * The Chromium to test with: a headless shell where one is installed, else as `findBrowser`. Where Playwright has its own it takes its own shell, if it is
 * told of no path.
 * @param {string} playwrights where Playwright keeps its own, installed or not
 * @returns {string | undefined} its path
 */
export function findTestBrowser(playwrights) {
  if (existsSync(playwrights)) return undefined
  return process.env.CHROMIUM_PATH ?? findInstalled(shells) ?? findInstalled(names)
}

/** Makes sure that there is a browser to measure with (`findBrowser`): downloads Playwright's own where that is possible, or installs Debian's. */
export const ensureBrowser = () => ensure(findBrowser, ['chromium'])

/** The same for one to test with (`findTestBrowser`). */
export const ensureTestBrowser = () => ensure(findTestBrowser, ['chromium-headless-shell', 'chromium'])

async function ensure(find, debians) {
  const { chromium } = await import('playwright-core')
  const own = chromium.executablePath()
  if (existsSync(own) || process.env.CHROMIUM_PATH) return
  if (await canDownload()) await step('Installing a browser', (note) => download(note))
  if (existsSync(own) || find(own)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    await step('Installing a browser', () => installDebians(debians))
  if (!find(own))
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

/** The first of these packages that can be had. */
async function installDebians(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = (name) => ['install', '-y', '--no-install-recommends', name]
  const tryAll = async () => {
    for (const name of packages) if ((await finish('apt-get', install(name), { env })).code === 0) return true
    return false
  }
  if (await tryAll()) return
  await run('apt-get', ['update'], { env, failure: 'apt-get update failed: no browser could be installed.' })
  if (!(await tryAll())) throw new Failure(`apt-get could not install ${packages.join(' or ')}.`)
}
