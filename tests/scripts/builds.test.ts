import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveConfig } from 'vite'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { buildName } from '../../scripts/build-name.mjs'
import { builds } from '../../scripts/builds.mjs'

afterEach(() => vi.unstubAllEnvs())

const modes = builds.flatMap((build) => build.modes)

test.each(modes)('%s is built for production in a shell that is set to development', async (mode) => {
  vi.stubEnv('NODE_ENV', 'development')
  const { isProduction } = await resolveConfig({ mode, logLevel: 'silent' }, 'build', 'production')
  expect(isProduction).toBe(true)
})

describe('the name of a build', () => {
  it('changes with the portal’s sources, although the version stays', () => {
    const tree = mkdtempSync(join(tmpdir(), 'larder-name-'))
    const write = (path: string, text: string) => writeFileSync(join(tree, path), text)
    for (const folder of ['contract', 'src', 'server']) mkdirSync(join(tree, folder))
    write('package.json', '{ "version": "0.1.414" }')
    write('src/page.ts', 'export const title = 1')
    const first = buildName(tree)
    expect(first).toMatch(/^0\.1\.414-/)
    write('server/main.ts', 'serve()')
    expect(buildName(tree)).toBe(first)
    write('src/page.ts', 'export const title = 2')
    const second = buildName(tree)
    expect(second).not.toBe(first)
    write('contract/menu.ts', 'export const menu = 1')
    expect(buildName(tree)).not.toBe(second)
  })

  it('is the same in the portal and in its worker, which shows what the portal has kept', async () => {
    const nameIn = async (mode: string): Promise<unknown> =>
      (await resolveConfig({ mode, logLevel: 'silent' }, 'build', 'production')).define?.['__LARDER_BUILD__']
    const inPortal = await nameIn('production')
    expect(inPortal).toBeTypeOf('string')
    expect(await nameIn('worker')).toBe(inPortal)
  })
})
