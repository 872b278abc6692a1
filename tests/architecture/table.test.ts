import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aliases, layers } from '../../lint/layers.mjs'

const root = resolve(import.meta.dirname, '../..')

test('the table and package.json agree on the aliases', async () => {
  const { imports } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const declared = Object.fromEntries(
    Object.entries(imports).map(([alias, folder]) => [
      alias.replace('*', ''),
      folder.replace(/^\.\/|\*$/g, ''),
    ]),
  )
  expect(aliases).toEqual(declared)
})

test('every layer can be named as the place where a line belongs instead', () => {
  const silent = layers.filter((layer) => !layer.may.includes('*') && layer.instead.length < 20)
  expect(silent).toEqual([])
})
