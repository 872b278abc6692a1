import './tests/setup/temporary-folder.ts'
import { defineConfig } from '@playwright/test'
import { chromium } from 'playwright-core'
import type { LarderOptions } from './e2e/fixtures/options.ts'
import { findTestBrowser } from './scripts/browser.mjs'

const executablePath = findTestBrowser(chromium.executablePath())

/** `npm test` builds first: these tests are for dist/, on the real server, one of its own for each of Playwright's workers. */
export default defineConfig<LarderOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // The built server, which each worker loads, is JavaScript already: to compile it once more takes ten seconds of processor time.
  build: { external: ['**/dist/**'] },
  globalSetup: './e2e/fixtures/run-ends.ts',
  globalTeardown: './e2e/fixtures/run-ends.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  workers: 2,
  fullyParallel: true,
  // Two browsers, their servers and this runner share two cores. What fails once is told by name with its picture, and is to be mended; more than three of
  // them in a run are failures (scripts/test/counts.mjs, docs/decisions/030).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // Two browsers and a server share two cores on a small machine: these are for what hangs, not for what is slow there.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    serviceWorkers: 'allow',
    // Of the second try alone: to record every test takes a fifth of the run. `--trace on` records the one that is looked for.
    trace: 'on-first-retry',
    // e2e/fixtures/failure-picture.ts takes it.
    screenshot: 'off',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: {
      // Chromium's sandbox does not run as root, which is what containers do.
      chromiumSandbox: process.getuid?.() !== 0,
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    // What happens between a device and a server is the same in every window: phones lose the signal, so they try it. A window's width is what a desktop
    // adds: layouts, navigation and a whole order are tried in both. The phone has the offline worker, the desktop is a browser that has none: installing it
    // is half of a first visit's work.
    {
      name: 'desktop',
      testIgnore: [
        /e2e\/(faults|offline|harness)\//,
        /flows\/(accessible|account|cards-barcodes|cards-camera|cards-from-outside|devices|languages|not-found|order-push|paying|payment-proof|wallet)\.spec/,
      ],
      // One test of a file that is tried in both says it of itself.
      grepInvert: /@one-window/,
      use: { viewport: { width: 1280, height: 800 }, offlineWorker: false },
    },
    {
      name: 'phone',
      // The other way round: what sets widths of its own, and what a phone's window never shows.
      testIgnore: /flows\/(look|widths|zoom)\.spec/,
      grepInvert: /@wide-window/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
