import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

/** Finds a restaurant's local time that is computed from the device's clock, which may be wrong, instead of `serverTime`. */
const ofDevice = /localTime\(\s*(?:\w+\.)*(?:clock\.now|Date\.now)\(\)/

test('a restaurant’s day and time of day come from the server’s clock, not from the device’s (T1)', async () => {
  const paths = (await readdir(source, { recursive: true })).filter((path) => /\.tsx?$/.test(path))
  const texts = await Promise.all(paths.map((path) => readFile(resolve(source, path), 'utf8')))
  expect(paths.filter((_, place) => ofDevice.test(texts[place]!))).toEqual([])
  expect(ofDevice.test('localTime(services.clock.now(), zone)')).toBe(true)
})
