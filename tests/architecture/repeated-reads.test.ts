import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

/** Reads that repeat by themselves must not keep an idle manager signed in: the contract marks each such call as `repeated`. */
test('a screen that reads repeatedly uses a call that the contract marks as repeated', async () => {
  const unnamed: string[] = []
  let count = 0
  for (const path of await readdir(source, { recursive: true })) {
    if (!/\.tsx?$/.test(path)) continue
    const text = await readFile(resolve(source, path), 'utf8')
    const named = new Set([...text.matchAll(/const (\w+): RepeatMs</g)].map((found) => found[1]!))
    for (const [, interval = ''] of text.matchAll(/refetchInterval: ?(.*)/g)) {
      count += 1
      const words = interval.match(/\w+/g) ?? []
      if (!words.some((word) => named.has(word)) || /\d/.test(interval)) unnamed.push(`${path}: ${interval}`)
    }
  }
  expect(unnamed).toEqual([])
  expect(count).toBeGreaterThan(4)
})
