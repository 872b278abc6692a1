import { resolveConfig } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { builds } from '../../scripts/builds.mjs'

afterEach(() => vi.unstubAllEnvs())

const modes = builds.flatMap((build) => build.modes)

test.each(modes)('%s is built for production in a shell that is set to development', async (mode) => {
  vi.stubEnv('NODE_ENV', 'development')
  const { isProduction } = await resolveConfig({ mode, logLevel: 'silent' }, 'build', 'production')
  expect(isProduction).toBe(true)
})
