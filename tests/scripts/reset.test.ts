import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('a reset deletes nothing in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-reset-'))
  const database = join(folder, 'database')
  mkdirSync(database)
  writeFileSync(join(database, 'PG_VERSION'), '17')
  const reset = (environment: string) =>
    spawnSync(process.execPath, [resolve('scripts/reset.mjs')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATA_DIR: folder, ENVIRONMENT: environment },
    })
  const { status, stdout, stderr } = reset('prod')
  expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining('nothing was removed')])
  expect(existsSync(database)).toBe(true)
  expect(reset('daily').status).toBe(0)
  expect(existsSync(database)).toBe(false)
})
