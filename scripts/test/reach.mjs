import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Which tests a change reaches, nearest first, according to the imports in the sources, and to the restaurants' files that they name. Other files that a program
 * reads are not seen: the tests of the tree, and the full run, cover those.
 */

const aliases = [
  ['#contract/', 'contract/'],
  ['#db/', 'src/db/'],
  ['#lib/', 'src/lib/'],
  ['#shared/', 'src/shared/'],
  ['#app/', 'src/app/'],
  ['#features/', 'src/features/'],
  ['#server/', 'server/'],
]
const importing = /(?:from|import|import\(|import\.meta\.glob\(|new URL\()\s*'([^']+)'/g

/** A restaurant's file, or a folder of them, in a test's string. */
const naming = /['"`]((?:\.{1,2}\/)*merchants(?:\/[\w.-]+)*)['"`]/g

/** Programs that a file starts as they are built, without importing them. */
const startedBy = { 'tests/server/support/program.ts': ['server/main.ts'] }

/** The router's generated list of routes imports them without an extension. */
const endings = ['', '.tsx', '.ts']

/** @param {string} file @param {string} name as imported @returns {string | undefined} its path from the root, if it is a file of ours */
export function resolveImport(file, name) {
  const alias = aliases.find(([short]) => name.startsWith(short))
  if (alias) return alias[1] + name.slice(alias[0].length)
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : undefined
}

/**
 * @param {string[]} files of the tree
 * @param {(file: string) => string} [read]
 * @returns {Map<string, string[]>} the files that import each file
 */
export function readImporters(files, read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')) {
  const importers = new Map()
  const all = new Set(files)
  const whole = (path) => path + (endings.find((ending) => all.has(path + ending)) ?? '')
  const note = (imported, file) => importers.set(imported, [...(importers.get(imported) ?? []), file])
  for (const file of files) {
    const text = read(file)
    const names = [...text.matchAll(importing)].flatMap(([, pattern]) => namesOf(pattern))
    for (const imported of names.map((name) => resolveImport(file, name)))
      if (imported !== undefined) note(whole(imported), file)
    // The product's code names the folder for whatever restaurants an operator has.
    if (file.startsWith('tests/'))
      for (const [, name] of text.matchAll(naming)) note(resolveImport(file, name) ?? name, file)
    for (const program of startedBy[file] ?? []) note(program, file)
  }
  return importers
}

/** The names that a pattern stands for: `./{a,b}.ts` for `./a.ts` and `./b.ts`. */
function namesOf(pattern) {
  const [, before, choices, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined ? [pattern] : choices.split(',').map((one) => before + one + after)
}

/** The folders that a file is in. */
const foldersOf = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'))

/** How many imports are between a changed file and each file it reaches; 0 for itself, and for a folder that is named anywhere. */
function distancesFrom(changed, importers) {
  const folders = changed.flatMap(foldersOf).filter((folder) => importers.has(folder))
  const from = [...new Set([...changed, ...folders])]
  const far = new Map(from.map((file) => [file, 0]))
  for (const queue = [...from]; queue.length > 0;) {
    const file = queue.shift()
    for (const importer of importers.get(file) ?? [])
      if (!far.has(importer)) {
        far.set(importer, far.get(file) + 1)
        queue.push(importer)
      }
  }
  return far
}

/** The words of a file's name and of its folder's, in the singular. */
function wordsOf(file) {
  const parts = file.replace(/\.(test|spec)?\.?\w+$/, '').split('/')
  const words = parts.slice(-2).flatMap((part) => part.split(/[-.]/))
  return new Set(words.map((word) => word.replace(/s$/, '')).filter((word) => !common.has(word)))
}
const common = new Set(
  'test server src module index support contract e2e flow page lib feature script route service the of and'.split(
    ' ',
  ),
)

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)

/**
 * @param {string[]} changed
 * @param {Map<string, string[]>} importers
 * @returns {string[]} the tests that are reached, nearest first: changed themselves, then importing a changed file, then sharing words with one, and then by
 * the number of imports between
 */
export function rankReached(changed, importers) {
  const far = distancesFrom(changed, importers)
  const named = changed.filter((file) => !isTest(file)).map(wordsOf)
  const rank = (test) => {
    const distance = far.get(test)
    if (distance <= 1) return distance
    const words = wordsOf(test)
    const shared = Math.max(0, ...named.map((one) => [...one].filter((word) => words.has(word)).length))
    return shared > 0 ? 2 - shared / 10 : distance + 1
  }
  return [...far.keys()]
    .filter(isTest)
    .map((test) => ({ test, rank: rank(test) }))
    .sort((one, other) => one.rank - other.rank || (one.test < other.test ? -1 : 1))
    .map(({ test }) => test)
}

/**
 * Chooses as many of the nearest tests as there is time for, and always the changed ones.
 * @param {string[]} ranked
 * @param {{ always: (test: string) => boolean, msOf: (test: string) => number, budgetMs: number }} options
 * @returns {{ chosen: string[], left: string[] }}
 */
export function choose(ranked, { always, msOf, budgetMs }) {
  const [chosen, left] = [[], []]
  let spent = 0
  for (const test of ranked) {
    const ms = msOf(test)
    if (!always(test) && spent + ms > budgetMs) left.push(test)
    else {
      spent += ms
      chosen.push(test)
    }
  }
  return { chosen, left }
}
