import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Each README with the folders whose entries it names, relative to its own. */
const guides: Record<string, readonly string[]> = {
  src: ['', 'lib', 'shared'],
  server: ['', 'modules'],
  tests: [''],
  contract: [''],
  scripts: [''],
  'src/lib/payments': [''],
  'tests/simulation': [''],
  conformance: [''],
  bench: [''],
  e2e: [''],
  'e2e/flapping': [''],
  'e2e/engines': [''],
  lint: [''],
  pictures: [''],
}
/** The first columns of their tables name files and folders, and nothing else. */
const listsOnlyFiles = ['src', 'server', 'tests', 'contract', 'scripts', 'src/lib/payments', 'conformance']

/** Files without a row of their own: types beside the code that they describe. */
const isListed = (name: string): boolean => name !== 'README.md' && !/\.d\.m?ts$/.test(name)

const codesOf = (text: string): string[] => [...text.matchAll(/`([^`\s]+)`/g)].map(([, code]) => code!)

const readGuide = (folder: string): string => readFileSync(join(folder, 'README.md'), 'utf8')

test.each(Object.entries(guides))('%s/README.md names every file and folder', (folder, listed) => {
  const codes = codesOf(readGuide(folder))
  /** A folder also counts as named when a file in it is. */
  const isNamed = (entry: string): boolean =>
    codes.some((code) => code === entry || code.startsWith(`${entry}/`))
  const entries = listed.flatMap((under) =>
    readdirSync(join(folder, under))
      .filter(isListed)
      .map((name) => join(under, name)),
  )
  expect(entries.filter((entry) => !isNamed(entry))).toEqual([])
})

test.each(listsOnlyFiles)('%s/README.md names nothing in its tables that does not exist', (folder) => {
  const first = readGuide(folder)
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.split('|')[1]!] : []))
  expect(first.flatMap(codesOf).filter((code) => !existsSync(join(folder, code)))).toEqual([])
})

test('docs/operating.md has every setting that the server reads', () => {
  const [, settings] = readFileSync('docs/operating.md', 'utf8').split('\n## 4. Settings\n')
  const documented = codesOf(settings!.split('\n## ')[0]!)
  const [, schema] = readFileSync('server/env.ts', 'utf8').split('const Variables = z.object({')
  const variables = [...schema!.split('\n})\n')[0]!.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!)
  expect(variables.length).toBeGreaterThan(30)
  expect(variables.filter((name) => !documented.includes(name))).toEqual([])
})

test('docs/operating.md has a row, or a line of its own, for every command of `npm run merchant`', () => {
  const [, table] = readFileSync('server/import/merchant-command.ts', 'utf8').split(
    'const commands: Record<string, Command> = {',
  )
  const uses = [...table!.split('\n}\n')[0]!.matchAll(/use: '([^']+)'/g)].map(([, use]) => use!)
  expect(uses.length).toBeGreaterThan(8)
  const guide = readFileSync('docs/operating.md', 'utf8')
  const isDescribed = (name: string): boolean =>
    new RegExp(`^(\\| \`)?npm run merchant -- ${name}(?![\\w-])`, 'm').test(guide)
  expect(uses.map((use) => use.split(' ')[0]!).filter((name) => !isDescribed(name))).toEqual([])
})

test('docs/operating.md says what every event of the server’s log means, and the server logs each of them', () => {
  const [, union] = readFileSync('server/ports/log.ts', 'utf8').split('  event:\n')
  const events = [...union!.split('requestId')[0]!.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
  expect(events.length).toBeGreaterThan(30)
  const documented = codesOf(readFileSync('docs/operating.md', 'utf8').split('**What to watch.**')[1]!)
  // A start and a stop speak for themselves.
  expect(events.filter((name) => !documented.includes(name))).toEqual(['started', 'stopped'])
  const code = readdirSync('server', { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.ts') && path !== join('ports', 'log.ts'))
    .map((path) => readFileSync(join('server', path), 'utf8'))
    .join('\n')
  expect(events.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
