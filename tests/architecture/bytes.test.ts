import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readBuildManifest } from '#server/portal/build-manifest.ts'
import { initialScripts, kibibytes, measureSizes } from '../../bench/bytes.ts'

const portal = resolve(import.meta.dirname, '../../dist/portal')
/** Today's size, with a little room for the build's own name in it. It falls towards the budget of bench/budgets.ts with each saving, and is never raised. */
const ceilingKiB = 148.2

test(`the launch path's script is at most ${ceilingKiB} KiB`, async ({ skip }) => {
  skip(!existsSync(resolve(portal, '.vite/manifest.json')), 'the portal is not built')
  const weights = await measureSizes(portal, await initialScripts(portal))
  const largestFirst = weights
    .toSorted((a, b) => b.gzip - a.gzip)
    .map(({ name, gzip }) => `${Math.round(gzip / 1024)} KiB ${name}`)
  expect(kibibytes(weights), largestFirst.join('\n')).toBeLessThanOrEqual(ceilingKiB)
})

test('the launch path contains no Chakra', async ({ skip }) => {
  skip(!existsSync(resolve(portal, '.vite/manifest.json')), 'the portal is not built')
  const kit = /chakra|data-emotion/i
  const isOfKit = (file: string): boolean => kit.test(readFileSync(resolve(portal, file), 'utf8'))
  const initial = await initialScripts(portal)
  expect(initial.filter(isOfKit)).toEqual([])
  // The pattern still matches the files that do contain Chakra.
  const others = Object.values(readBuildManifest(portal)!).filter(({ file }) => file.endsWith('.js'))
  expect(others.some(({ file }) => isOfKit(file))).toBe(true)
})

test('the build’s file names contain no words: the launch lists them all', ({ skip }) => {
  const manifest = readBuildManifest(portal)
  skip(!manifest, 'the portal is not built')
  const files = Object.values(manifest!).flatMap(({ file, css = [] }) => [file, ...css])
  expect(files.filter((file) => !/^assets\/[\w-]{7}\.\w+$/.test(file))).toEqual([])
})
