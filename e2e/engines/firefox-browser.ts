import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drivenGuest } from './driven-guest.ts'
import type { Guest } from './guest.ts'
import { beginMarionette } from './marionette.ts'
import { comes, endProcess, freePort } from './processes.ts'

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** The path of Firefox: FIREFOX_PATH, or the usual places; undefined where there is none. */
export const findFirefox = (): string | undefined =>
  [process.env['FIREFOX_PATH'] ?? '', ...places].find((place) => existsSync(place))

/** A guest in a new profile, in a window of a phone's size. */
export async function openFirefox(executablePath: string): Promise<Guest> {
  const profile = await mkdtemp(join(tmpdir(), 'larder-firefox-'))
  const port = await freePort()
  await writeFile(join(profile, 'user.js'), preferences(port))
  const browser = spawn(executablePath, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
  })
  const driver = await comes(() => beginMarionette(port), 'Firefox does not answer')
  await driver.resize(390, 844)
  return drivenGuest(driver, async () => {
    await driver.end().catch(() => undefined)
    await endProcess(browser)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })
}

/** Makes no requests but those of the page. */
const preferences = (port: number): string =>
  Object.entries({
    'marionette.port': port,
    'intl.accept_languages': 'en-US',
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.server': '',
    'app.update.disabledForTesting': true,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n')
