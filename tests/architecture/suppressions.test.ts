import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folders = ['contract', 'src', 'server', 'tests', 'e2e', 'bench', 'scripts', 'lint']
/** Spelled so that this file does not find itself. */
const suppression = new RegExp(
  ['oxlint-', 'eslint-', 'biome-ignore', '@ts-nocheck', '@ts-ignore']
    .map((word) => `(//|/\\*)\\s*${word}`)
    .join('|'),
)

test('no comment switches a rule or a type off', async () => {
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
