import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folders = [
  'contract',
  'src',
  'server',
  'tests',
  'e2e',
  'bench',
  'conformance',
  'scripts',
  'pictures',
  'lint',
]
/** Split so that this file does not match itself. */
const suppression = new RegExp(
  ['oxlint-', 'eslint-', 'biome-ignore', '@ts-nocheck', '@ts-ignore']
    .map((word) => `(//|/\\*)\\s*${word}`)
    .join('|'),
)

test('no comment switches a rule or a type check off', async () => {
  const found: string[] = []
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter(
      (one) => one.isFile() && /\.(ts|tsx|mjs)$/.test(one.name) && !one.name.endsWith('.gen.ts'),
    )) {
      const path = join(entry.parentPath, entry.name)
      if (path.endsWith('architecture/rules.test.ts')) continue
      const lines = (await readFile(path, 'utf8')).split('\n')
      lines.forEach((line, at) =>
        suppression.test(line) ? found.push(`${path.slice(root.length + 1)}:${at + 1}`) : 0,
      )
    }
  }
  expect(found).toEqual([])
})

test('each rule that is off has its reason in lint/README.md', async () => {
  const settings = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as {
    rules: Record<string, unknown>
    overrides: { rules?: Record<string, unknown> }[]
  }
  const off = [settings, ...settings.overrides].flatMap(({ rules = {} }) =>
    Object.keys(rules).filter((name) => rules[name] === 'off'),
  )
  const readme = await readFile(join(root, 'lint/README.md'), 'utf8')
  const explained = [...readme.matchAll(/^\| `([^`]+)`[^|]*\|/gm)].map(([, name]) => name)
  expect(off.length).toBeGreaterThan(0)
  expect(off.filter((name) => !explained.includes(name))).toEqual([])
})
