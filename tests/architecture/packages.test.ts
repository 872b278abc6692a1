import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** package.json lists exactly the packages that the code uses: none that is left over, and none that is there only because another package needs it. */

type Manifest = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const listed = Object.keys({ ...dependencies, ...devDependencies })

const folders = [
  'contract',
  'src',
  'server',
  'conformance',
  'scripts',
  'lint',
  'tests',
  'e2e',
  'bench',
  'pictures',
]
const isSource = (name: string): boolean => /\.(ts|tsx|mjs|css)$/.test(name)

function listSources(): string[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return [...readdirSync('.'), ...inFolders].filter(isSource)
}
const texts = listSources().map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Programs that the commands start by their names. */
const commands = readFileSync('scripts/test/steps.mjs', 'utf8')

const isUsed = (name: string): boolean =>
  texts.some(({ text }) =>
    [`'${name}'`, `'${name}/`, `"${name}/`, `/${name}/`].some((one) => text.includes(one)),
  ) ||
  (existsSync(`node_modules/.bin/${name}`) && commands.includes(name))

/** The package of an import: `@emotion/react` of `@emotion/react/jsx-runtime`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

test('every package in package.json is used', () => {
  const isTypesOf = (name: string): boolean =>
    name.startsWith('@types/') && ['node', ...listed].includes(name.slice('@types/'.length))
  expect(listed.filter((name) => !isUsed(name) && !isTypesOf(name))).toEqual([])
})

test('every package that is imported is in package.json', () => {
  // Names with a colon are Node's own modules, and Vite's virtual ones.
  const imported =
    /^(?:import|export) .* from '([^'#.:][^':]*)'$|^\} from '([^'#.:][^':]*)'$|^import '([^'#.:][^':]*)'$/gm
  const missing = texts.flatMap(({ path, text }) =>
    [...text.matchAll(imported)]
      .map(([, ...found]) => found.find((one) => one !== undefined)!)
      .filter((specifier) => !listed.includes(packageOf(specifier)))
      .map((specifier) => `${path}: ${specifier}`),
  )
  expect(missing).toEqual([])
})
