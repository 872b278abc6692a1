import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Each README with the folders whose entries it lists, relative to its own. */
const guides: Record<string, readonly string[]> = {
  src: ['', 'lib', 'shared'],
  server: ['', 'modules'],
  tests: [''],
  contract: [''],
  scripts: [''],
}

/** Files without a row of their own: types beside the code that they describe. */
const isListed = (name: string): boolean => name !== 'README.md' && !/\.d\.m?ts$/.test(name)

const codesOf = (text: string): string[] => [...text.matchAll(/`([^`\s]+)`/g)].map(([, code]) => code!)

describe.each(Object.entries(guides))('%s/README.md', (folder, listed) => {
  const guide = readFileSync(join(folder, 'README.md'), 'utf8')
  const codes = codesOf(guide)
  /** A folder also counts as named when a file in it is. */
  const isNamed = (entry: string): boolean =>
    codes.some((code) => code === entry || code.startsWith(`${entry}/`))

  test('names every file and folder', () => {
    const entries = listed.flatMap((under) =>
      readdirSync(join(folder, under))
        .filter(isListed)
        .map((name) => join(under, name)),
    )
    expect(entries.filter((entry) => !isNamed(entry))).toEqual([])
  })

  test('names nothing in the first column of its tables that does not exist', () => {
    const first = guide.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|')[1]!] : []))
    expect(first.flatMap(codesOf).filter((code) => !existsSync(join(folder, code)))).toEqual([])
  })
})

test('docs/operating.md has every setting that the server reads', () => {
  const [, settings] = readFileSync('docs/operating.md', 'utf8').split('\n## 4. Settings\n')
  const documented = codesOf(settings!.split('\n## ')[0]!)
  const [, schema] = readFileSync('server/env.ts', 'utf8').split('const Variables = z.object({')
  const variables = [...schema!.split('\n})\n')[0]!.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!)
  expect(variables.length).toBeGreaterThan(30)
  expect(variables.filter((name) => !documented.includes(name))).toEqual([])
})
