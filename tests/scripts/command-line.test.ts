import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** The commands in package.json, and those that only the documents name. */
const files = [
  ...Object.values(scripts).flatMap((command) => /^node (scripts\/\S+)$/.exec(command)?.[1] ?? []),
  'scripts/languages.mjs',
  'scripts/openapi.mjs',
  'scripts/specification.mjs',
]

/** A data folder with a database, which asking for help must not delete. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-command-'))
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '17')
  return folder
}

function run(file: string, ...args: string[]) {
  const folder = dataFolder()
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0' },
    timeout: 50_000,
  })
  return { status, text: `${stdout}${stderr}`, hasDatabase: existsSync(join(folder, 'database')) }
}

describe.each(files)('%s', (file) => {
  const name = /(\w[\w-]*)\.mjs$/.exec(file)![1]!

  test('prints its usage, and does nothing', () => {
    const { status, text, hasDatabase } = run(file, '--help')
    expect([status, text, hasDatabase]).toEqual([0, expect.stringMatching(new RegExp(`\\b${name}\\b`)), true])
    expect(text).not.toMatch(/^ {4}at /m)
  })

  test('refuses an unknown option in plain words, and does nothing', () => {
    const { status, text, hasDatabase } = run(file, '--no-such-option')
    expect([status, text, hasDatabase]).toEqual([
      expect.toBeOneOf([1, 2]),
      expect.stringContaining('--no-such-option'),
      true,
    ])
    expect(text).toContain(name)
    expect(text).not.toMatch(/^ {4}at /m)
  })
})
