import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

/**
 * An export must be imported by another file. A test counts as another file if the exporting file uses the export itself: a rule may be tested alone. An export
 * that only tests use belongs to the tests.
 */

const root = resolve(import.meta.dirname, '../..')
const product = ['contract', 'src', 'server', 'conformance', 'scripts', 'lint']
const tests = ['tests', 'e2e', 'bench']

/** Used without an import statement. */
const otherwiseAsked: Readonly<Record<string, string>> = {
  'conformance/command.ts runConformance': 'scripts/conformance.mjs, from the built program',
  'server/import/merchant-command.ts runMerchantCommand': 'scripts/merchant.mjs, from the built program',
  'server/reconcile-command.ts runReconcileCommand': 'scripts/reconcile.mjs, from the built program',
  'src/launch/render-first-screen.tsx renderFirstScreen':
    'server/portal/first-screens.ts, from the built program',
  'src/launch/render-first-screen.tsx renderView': 'server/portal/first-screens.ts, from the built program',
  'lint/personal-tables.mjs personalTables': 'a list that a test holds the schema to',
  'scripts/test/shares.mjs countOf': 'how long a test runs, which `npm test` says',
}
/** The router loads these by their names. */
const isRoute = (path: string): boolean => path.startsWith('src/routes/') || path === 'src/routeTree.gen.ts'

const isSource = (name: string): boolean => /\.(ts|tsx|mjs)$/.test(name) && !/\.d\.m?ts$/.test(name)
const isTest = (path: string): boolean => tests.some((folder) => path.startsWith(`${folder}/`))

const { imports: aliases } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}

function pathOf(from: string, specifier: string): string | undefined {
  const [bare = ''] = specifier.split('?')
  if (bare.startsWith('.')) return join(dirname(from), bare)
  for (const [alias, folder] of Object.entries(aliases))
    if (bare.startsWith(alias.slice(0, -1))) return join(folder.slice(0, -1), bare.slice(alias.length - 1))
  return undefined
}

const statement = /\b(?:import|export)\s+(?:type\s+)?([\w*{][^'"`;]*?)\s+from\s+'([^']+)'/g
const dynamic = /\bimport\(\s*'([^']+)'/g

/** `path name` of each import; `path *` where a whole module is imported. */
function importsOf(path: string, text: string): string[] {
  const found: string[] = []
  for (const [, clause = '', specifier = ''] of text.matchAll(statement)) {
    const target = pathOf(path, specifier)
    if (target === undefined) continue
    if (clause.includes('*')) found.push(`${target} *`)
    for (const part of (/\{([^}]*)\}/.exec(clause)?.[1] ?? '').split(',')) {
      const [name = ''] = part
        .trim()
        .replace(/^type\s+/, '')
        .split(' as ')
      if (name !== '') found.push(`${target} ${name}`)
    }
  }
  for (const [, specifier = ''] of text.matchAll(dynamic)) {
    const target = pathOf(path, specifier)
    if (target !== undefined) found.push(`${target} *`)
  }
  return found
}

const declared =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|enum|type|interface) ([\w$]+)/gm

/** Each exported name, and whether its own file uses it. */
function exportsOf(text: string): { name: string; isUsed: boolean }[] {
  const names = [...text.matchAll(declared)].map(([, name = '']) => name)
  return [...new Set(names)].map((name) => {
    const mentions = text.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')) ?? []
    return { name, isUsed: mentions.length > names.filter((one) => one === name).length }
  })
}

const texts = new Map<string, string>()
async function readText(path: string): Promise<void> {
  const text = await readFile(join(root, path), 'utf8')
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
  texts.set(path, code)
}
beforeAll(async () => {
  for (const name of await readdir(root)) if (isSource(name)) await readText(name)
  for (const folder of [...product, ...tests, 'pictures'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && isSource(entry.name))
        await readText(join(entry.parentPath, entry.name).slice(root.length + 1))
    }
})

test('every export of the tests and the benchmark is imported by another file', () => {
  const asked = new Set([...texts].flatMap(([path, text]) => importsOf(path, text)))
  const unasked = [...texts]
    .filter(([path]) => isTest(path))
    .flatMap(([path, text]) => exportsOf(text).map(({ name }) => ({ path, name })))
    .filter(({ path, name }) => !asked.has(`${path} ${name}`) && !asked.has(`${path} *`))
    .map(({ path, name }) => `${path} ${name}`)
  // What scripts/bench.mjs calls in the built program.
  expect(unasked).toEqual([
    'bench/main.ts bench',
    'bench/settings.ts usage',
    'bench/settings.ts options',
    'bench/settings.ts settingsOf',
  ])
})

test('every export of the product is imported by another file', () => {
  const byProduct = new Set<string>()
  const byTests = new Set<string>()
  for (const [path, text] of texts)
    for (const one of importsOf(path, text)) (isTest(path) ? byTests : byProduct).add(one)
  const unasked: string[] = []
  let count = 0
  for (const [path, text] of texts) {
    if (isTest(path) || path.startsWith('pictures/') || isRoute(path)) continue
    for (const { name, isUsed } of exportsOf(text)) {
      count += 1
      const asked = (by: Set<string>) => by.has(`${path} ${name}`) || by.has(`${path} *`)
      if (!asked(byProduct) && !(isUsed && asked(byTests))) unasked.push(`${path} ${name}`)
    }
  }
  expect(unasked.toSorted()).toEqual(Object.keys(otherwiseAsked).toSorted())
  expect(count).toBeGreaterThan(1000)
})
