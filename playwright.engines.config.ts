import config from './playwright.config.ts'

const engines = (process.env['ENGINES'] ?? 'firefox,webkit').split(',')

/** A guest's dinner in engines that are not Chromium's (e2e/engines/README.md): `npm run engines`. No part of `npm test`. */
export default {
  ...config,
  testDir: 'e2e/engines',
  testMatch: '*.run.ts',
  outputDir: 'test-results/engines',
  reporter: [['list']] as [['list']],
  retries: 0,
  workers: 1,
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
}
