import config from './playwright.config.ts'

/** The run over a link that comes and goes (e2e/flapping/README.md): `npm run flapping`. No part of `npm test`. */
export default {
  ...config,
  testDir: 'e2e/flapping',
  testMatch: '*.run.ts',
  outputDir: 'test-results/flapping',
  reporter: [['list']] as [['list']],
  // A second try would hide what this looks for.
  retries: 0,
  workers: Number(process.env['FLAPPING_PROCESSES'] ?? 2),
  projects: [{ name: 'flapping' }],
}
