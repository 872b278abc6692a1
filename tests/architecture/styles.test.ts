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

test('nothing bears a style of its own in the page', () => {
  expect(where((text) => /\sstyle=/.test(text))).toEqual([])
})

/** The selectors that count with `:hover` wherever there is a screen, under a mouse or not. */
function bareHovers(css: string): string[] {
  const around: string[] = []
  const found: string[] = []
  for (const [, prelude = '', brace] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{') {
      // What is laid open by pointing at it is laid open by a tap, too: there `:hover` that stays is wanted.
      const isBare = prelude.includes(':hover') && !prelude.includes(':focus-within')
      if (isBare && !around.some((outer) => /@media[^{]*\(hover: hover\)/.test(outer)))
        found.push(prelude.trim())
      around.push(prelude)
    } else if (brace === '}') around.pop()
  }
  return found
}

test('nothing stays filled after a tap: :hover counts under a mouse only', async () => {
  const sheets = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('.css'))
  const found = await Promise.all(
    sheets.map(async (path) =>
      bareHovers(await readFile(resolve(source, path), 'utf8')).map((selector) => `${path} ${selector}`),
    ),
  )
  expect([...found.flat(), ...bareHovers(staticThemeCss())]).toEqual([])
  // The kit's props would be a second way to say it.
  expect(where((text) => /_hover\b|['"`]&[^'"`]*:hover/.test(text))).toEqual([])
  expect(bareHovers('a{b:c}@media print{.x:hover{d:e}}@media (hover: hover){.y:hover{d:e}}')).toEqual([
    '.x:hover',
  ])
})

test('what is rounded is rounded as the restaurant says: a radius of the kit is one of its tokens', () => {
  expect(where((text) => /borderRadius=("(?!s"|m")|\{['"`](?!s['"`]|m['"`]))/.test(text))).toEqual([])
})
