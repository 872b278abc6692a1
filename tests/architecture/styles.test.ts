import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { staticThemeCss } from '#lib/theme/static-css.ts'

const source = resolve(import.meta.dirname, '../../src')

/** docs/architecture.md, *How a file is styled*. */
let files: { path: string; text: string }[]
beforeAll(async () => {
  const paths = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.tsx'))
  files = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(resolve(source, path), 'utf8') })),
  )
})

const where = (isWrong: (text: string) => boolean): string[] =>
  files.filter(({ text }) => isWrong(text)).map(({ path }) => path)

test('a file is styled by a CSS module or by the kit’s props, never by both', () => {
  expect(where((text) => /\/box\.ts'/.test(text) && /\.module\.css'/.test(text))).toEqual([])
})

/** The classes of a CSS module. Those of `:global(…)` are others'. */
const classesOf = (css: string): string[] => [
  ...new Set(
    [
      ...css
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/:global\([^)]*\)/g, '')
        .matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g),
    ].map(([, name]) => name!),
  ),
]

/** The components that import a CSS module, each with its name for it. */
const importersOf = (sheet: string): { path: string; text: string; name: string }[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)]
      .filter(([, , from]) => resolve(source, path, '..', from!) === resolve(source, sheet))
      .map(([, name]) => ({ path, text, name: name! })),
  )

test('every class of a CSS module is used, and a class that is used exists: else the element’s class is "undefined"', async () => {
  const sheets = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.module.css'))
  const all = files.map(({ text }) => text).join('\n')
  const wrong: string[] = []
  for (const sheet of sheets) {
    const classes = classesOf(await readFile(resolve(source, sheet), 'utf8'))
    const importers = importersOf(sheet).map((one) => ({
      ...one,
      text: one.text.replaceAll(/^import .*$/gm, ''),
    }))
    const used = importers.flatMap(({ text, name }) =>
      [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b`, 'g'))].map(([, one]) => one!),
    )
    /** `styles[look]`, or with the start of the names: `styles[`list_${look}`]`. The looks are texts somewhere in the code. */
    const starts = importers.flatMap(({ text, name }) =>
      [...text.matchAll(new RegExp(`\\b${name}\\[(?:\`(\\w+)\\$)?`, 'g'))].map(([, start]) => start ?? ''),
    )
    const isComputed = (name: string): boolean =>
      starts.some((start) => name.startsWith(start) && all.includes(`'${name.slice(start.length)}'`))
    wrong.push(
      ...used.filter((name) => !classes.includes(name)).map((name) => `${sheet} has no ${name}`),
      ...classes
        .filter((name) => !used.includes(name) && !isComputed(name))
        .map((name) => `${sheet}: nothing uses ${name}`),
    )
  }
  expect(wrong).toEqual([])
})

test('no element has an inline style', () => {
  expect(where((text) => /\sstyle=/.test(text))).toEqual([])
})

/** Selectors whose `:hover` rules apply on every device, with or without a mouse. */
function bareHovers(css: string): string[] {
  const around: string[] = []
  const found: string[] = []
  for (const [, prelude = '', brace] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{') {
      // Elements that a pointer opens must also open on a tap: there a lasting `:hover` is wanted.
      const isBare = prelude.includes(':hover') && !prelude.includes(':focus-within')
      if (isBare && !around.some((outer) => /@media[^{]*\(hover: hover\)/.test(outer)))
        found.push(prelude.trim())
      around.push(prelude)
    } else if (brace === '}') around.pop()
  }
  return found
}

test('nothing stays highlighted after a tap: :hover applies only with a mouse', async () => {
  const sheets = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.css'))
  const found = await Promise.all(
    sheets.map(async (path) =>
      bareHovers(await readFile(resolve(source, path), 'utf8')).map((selector) => `${path} ${selector}`),
    ),
  )
  expect([...found.flat(), ...bareHovers(staticThemeCss())]).toEqual([])
  // The kit's props would be a second way to write the same style.
  expect(where((text) => /_hover\b|['"`]&[^'"`]*:hover/.test(text))).toEqual([])
  expect(bareHovers('a{b:c}@media print{.x:hover{d:e}}@media (hover: hover){.y:hover{d:e}}')).toEqual([
    '.x:hover',
  ])
})

test('corners are rounded as the restaurant’s theme says: a radius of the kit is one of its tokens', () => {
  expect(where((text) => /borderRadius=("(?!s"|m")|\{['"`](?!s['"`]|m['"`]))/.test(text))).toEqual([])
})

/** Things that have a left and a right in every language. */
const notMirrored: Readonly<Record<string, string>> = {
  'lib/paint/styles/base.css padding-left: max(16px, env(safe-area-inset-left))': 'a notch is where it is',
  'lib/paint/styles/base.css padding-right: max(16px, env(safe-area-inset-right))': 'a notch is where it is',
  'shared/forms/step-frame.module.css margin-left: calc(-1 * max(16px, env(safe-area-inset-left)))':
    'what .container leaves free',
  'shared/forms/step-frame.module.css margin-right: calc(-1 * max(16px, env(safe-area-inset-right)))':
    'what .container leaves free',
  'shared/forms/step-frame.module.css padding-left: max(16px, env(safe-area-inset-left))':
    'a notch is where it is',
  'shared/forms/step-frame.module.css padding-right: max(16px, env(safe-area-inset-right))':
    'a notch is where it is',
  'features/cards/screens/counter-screen.module.css inset-inline-end: max(8px, env(safe-area-inset-left), env(safe-area-inset-right))':
    'a notch on either side is left free',
  'features/home/components/contact.module.css object-position: 75% 50%': 'a picture is not mirrored',
  'features/home/components/welcome.module.css object-position: var(--from-left, 50%) var(--from-top, 50%)':
    'a picture is not mirrored',
  'shared/display/dish-card.module.css mask-image: linear-gradient(90deg, transparent, #000 20%, #000 80%, transparent)':
    'it is the same from both sides',
  'features/cards/components/gift-card.module.css background: linear-gradient(90deg, rgb(0 0 0 / 0.7), rgb(0 0 0 / 0.4))':
    'turned by a rule of its own',
  'features/layout/components/sidebar.module.css transform: translateX(-100%)': 'turned by a rule of its own',
  'features/layout/components/sidebar.module.css transform: translateX(100%)': 'of that rule',
  'shared/display/rewards-box.module.css --toward: to right': 'turned by a rule of its own',
}

/** The space-separated parts of a value; a function is one part. */
const partsOf = (value: string): string[] => {
  let depth = 0
  let parts = ''
  for (const letter of value) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    parts += letter === ' ' && depth > 0 ? '_' : letter
  }
  return parts.split(' ')
}

const isOneSided = (name: string, value: string): boolean => {
  const [, right, , left] = partsOf(value)
  const [topLeft, topRight, bottomRight, bottomLeft] = partsOf(value)
  switch (true) {
    case /(^|-)(left|right)(-|$)/.test(name) && !name.startsWith('--'):
    case /(^|[\s,(])(to )?(left|right)\b/.test(value):
    case /inset-(left|right)/.test(value):
    case /\b(translateX|translate3d|translate)\(/.test(value):
    case /gradient\(-?(90|270)deg/.test(value):
    case name === 'translate' && !/^(0|none)( |$)/.test(value):
      return true
    case /^(object|background|mask)-position$|-origin$/.test(name):
      return !/^(center|50%)/.test(value)
    case name === 'border-radius':
      return (
        topLeft !== (topRight ?? topLeft) || (bottomRight ?? topLeft) !== (bottomLeft ?? topRight ?? topLeft)
      )
    case /^((scroll-)?(margin|padding)|inset|border-(width|style|color))$/.test(name):
      return left !== undefined && left !== right
    default:
      return false
  }
}

/** The one-sided declarations of a style sheet, except in rules for right-to-left languages. */
function oneSided(css: string): string[] {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\[dir=['"]?rtl['"]?\][^{}]*\{[^{}]*\}/g, '')
  return [...plain.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+?)\s*(?=[;}])/g)].flatMap(
    ([, name = '', raw = '']) => {
      const value = raw.replaceAll(/\s+/g, ' ')
      return isOneSided(name, value) ? [`${name}: ${value}`] : []
    },
  )
}

// A page that fits a window from left to right then also fits from right to left, with every theme: languages.spec.ts checks one of them.
test('everything is mirrored in right-to-left languages: no style says left or right', async () => {
  const sheets = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.css'))
  const found = await Promise.all(
    sheets.map(async (path) =>
      oneSided(await readFile(resolve(source, path), 'utf8')).map((one) => `${path} ${one}`),
    ),
  )
  expect([...found.flat(), ...oneSided(staticThemeCss())].toSorted()).toEqual(
    Object.keys(notMirrored).toSorted(),
  )
  // The kit's props, too.
  const props =
    /\b((margin|padding|border|rounded)\w*(Left|Right)\w*|textAlign|float|m[lr]|p[lr])=\{?['"`](?!start|end|center|inline)/
  expect(where((text) => props.test(text))).toEqual([])
  expect(where((text) => /<(Box|Text|chakra\.\w+)\b[^>]*\s(left|right)=/.test(text))).toEqual([])
})

test.each([
  'margin: 0 1px 0 0',
  'margin-left: 1px',
  'left: 0',
  'float: right',
  'text-align: left',
  'border-top-left-radius: 1px',
  'border-radius: 1px 0 0 1px',
  'inset: 4px auto 4px 4px',
  'translate: 18px 0',
  'transform: translateX(4px)',
  'background: linear-gradient(to right, red, blue)',
  'padding-inline: max(16px, env(safe-area-inset-left)) 0',
  'object-position: left',
])('%s is one-sided', (declaration) => {
  expect(oneSided(`.x { ${declaration}; }`)).toEqual([declaration])
  expect(oneSided(`[dir='rtl'] .x { ${declaration}; }`)).toEqual([])
})

test.each([
  'margin: 0 1px',
  'margin: 0 1px 2px 1px',
  'border-radius: 1px 1px 0 0',
  'margin: 0 calc(-1 * (1px + 2px)) 0 calc(-1 * (1px + 2px))',
  'inset-inline-start: 4px',
  'translate: 0 4px',
  'transform: translateY(4px)',
  'object-position: center',
])('%s is not one-sided', (declaration) => expect(oneSided(`.x { ${declaration}; }`)).toEqual([]))

test('a spacing token is used alone: among lengths it has no unit, and browsers drop the whole value', () => {
  const mixed = /\b(?:gap|padding\w*|margin\w*|inset\w*)=\{?['"`](?:[1-9][\d.]* |[^'"`]* [1-9][\d.]*[ '"`])/
  expect(where((text) => mixed.test(text))).toEqual([])
  const examples = ['gap="2 16px"', 'gap="16px 2"', 'gap="2"', 'gap="0 16px"']
  expect(examples.map((text) => mixed.test(text))).toEqual([true, true, false, false])
})
