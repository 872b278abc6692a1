import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { oneDatabase } from './support/databases.ts'
import { fixtureMerchants } from './support/larder.ts'

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'larder-merchants-'))

describe.for(oneDatabase)('npm run merchant [$name]', (engine) => {
  let database: Database
  beforeAll(async () => void (database = await engine.open()))
  afterAll(() => database.close())

  it('says that there is nothing to do: to import, export or mail, nobody to promote, no order to end', async () => {
    const env = { DATA_DIR: emptyFolder() }
    const run = async (...args: string[]): Promise<{ code: number; said: string }> => {
      const lines: string[] = []
      const context = {
        root: process.cwd(),
        merchantsDir: fixtureMerchants,
        env,
        say: (line: string) => void lines.push(line),
        // One database for all: to open a folder's for each takes a second.
        open: async () => ({ ...database, close: async () => undefined }),
      }
      return { code: await runMerchantCommand(context, args), said: lines.join('\n') }
    }
    expect((await run('import', 'tavola')).said).toMatch(/^Imported tavola/)
    expect((await run('import', 'tavola')).said).toContain('is already up to date')
    expect((await run('export', 'bistro', join(emptyFolder(), 'x'))).said).toBe(
      'The database has no "bistro". It has: tavola.',
    )
    expect(await run('admin', 'tavola', 'owner@tavola.test')).toEqual({
      code: 1,
      said: 'owner@tavola.test has no account there: sign up on the site first.',
    })
    expect(await run('posted-cards', 'tavola')).toEqual({
      code: 0,
      said: 'There are no gift cards to mail.',
    })
    const unknown = await run('posted-cards', 'tavola', 'none')
    expect([unknown.code, unknown.said]).toEqual([1, expect.stringMatching(/^Order none has no gift cards/)])
    expect((await run('restored')).said).toMatch(/^0 open orders have ended\./)
    expect((await run('posted', 'tavola')).said).toContain('Usage: npm run merchant -- posted')
    expect(await run('posted', 'tavola', 'none')).toEqual({
      code: 1,
      said: expect.stringMatching(
        /0 orders are marked as mailed\.\n?No cards to mail, or not all of them made yet: none/,
      ) as string,
    })
  })
})
