import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runMerchantCommand } from '#server/import/merchant-command.ts'
import { fixtureMerchants } from './support/larder.ts'

it.each([
  ['import', ['tavola', 'grill']],
  ['import', ['tavola', '--dryrun']],
  ['check', ['tavola', 'grill']],
  ['new', ['golden-fork', 'silver-spoon']],
  ['admin', ['tavola', 'ada@example.com', '--remove']],
  ['import-menu', ['tavola', 'menu.json', '--leaveout']],
  ['posted', ['tavola', '-order-1', '--all']],
  ['schema', ['tavola']],
])('npm run merchant -- %s does nothing when it gets unexpected arguments: %j', async (name, args) => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-merchants-'))
  cpSync(fixtureMerchants, folder, { recursive: true })
  const said: string[] = []
  const code = await runMerchantCommand(
    {
      root: folder,
      merchantsDir: folder,
      // No database listens there: a command that tries to connect has begun its work.
      env: { DATABASE_URL: 'postgres://larder@127.0.0.1:1/orders' },
      say: (line) => void said.push(line),
    },
    [name, ...args],
  )
  expect([code, said]).toEqual([
    1,
    [
      expect.stringMatching(
        new RegExp(`^It does not take "${args.at(-1)}"\\. Usage: npm run merchant -- ${name}( |$)`),
      ),
    ],
  ])
  expect(readdirSync(folder)).toEqual(readdirSync(fixtureMerchants))
})
