import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readBuildManifest } from '#server/portal/build-manifest.ts'
import { initialScripts, kibibytes, measureSizes } from '../../bench/bytes.ts'

const portal = resolve(import.meta.dirname, '../../dist/portal')
/** Where it stands today, and a little for the build's own name, which is in it: it comes down to the budget of bench/budgets.ts with what is won, and never goes up. */
const ceilingKiB = 148.75

test(`the launch path's script is at most ${ceilingKiB} KiB`, async ({ skip }) => {
  skip(!existsSync(resolve(portal, '.vite/manifest.json')), 'the portal is not built')
  const weights = await measureSizes(portal, await initialScripts(portal))
  const largestFirst = weights
    .toSorted((a, b) => b.gzip - a.gzip)
    .map(({ name, gzip }) => `${Math.round(gzip / 1024)} KiB ${name}`)
  expect(kibibytes(weights), largestFirst.join('\n')).toBeLessThanOrEqual(ceilingKiB)
})

test('the launch path carries no Chakra', async ({ skip }) => {
  skip(!existsSync(resolve(portal, '.vite/manifest.json')), 'the portal is not built')
  const kit = /chakra|data-emotion/i
  const isOfKit = (file: string): boolean => kit.test(readFileSync(resolve(portal, file), 'utf8'))
  const initial = await initialScripts(portal)
  expect(initial.filter(isOfKit)).toEqual([])
  // It still says its name, in the files where it is.
  const others = Object.values(readBuildManifest(portal)!).filter(({ file }) => file.endsWith('.js'))
  expect(others.some(({ file }) => isOfKit(file))).toBe(true)
})

test('no word is in the names of the build’s files: the launch lists them all', ({ skip }) => {
  const manifest = readBuildManifest(portal)
  skip(!manifest, 'the portal is not built')
  const files = Object.values(manifest!).flatMap(({ file, css = [] }) => [file, ...css])
  expect(files.filter((file) => !/^assets\/[\w-]{7}\.\w+$/.test(file))).toEqual([])
})
