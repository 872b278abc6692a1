import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

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
