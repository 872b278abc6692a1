import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { initialScripts, kibibytes, measureSizes } from '../../bench/bytes.ts'

const portal = resolve(import.meta.dirname, '../../dist/portal')
/** Where it stands today, and a little for the build's own name, which is in it: it comes down to the budget of bench/budgets.ts with what is won, and never goes up. */
const ceilingKiB = 150.25

test(`the launch path's script is at most ${ceilingKiB} KiB`, async ({ skip }) => {
  skip(!existsSync(resolve(portal, '.vite/manifest.json')), 'the portal is not built')
  const weights = await measureSizes(portal, await initialScripts(portal))
  const largestFirst = weights
    .toSorted((a, b) => b.gzip - a.gzip)
    .map(({ file, gzip }) => `${Math.round(gzip / 1024)} KiB ${file}`)
  expect(kibibytes(weights), largestFirst.join('\n')).toBeLessThanOrEqual(ceilingKiB)
})

test('the launch path carries no Chakra', async ({ skip }) => {
  skip(!existsSync(resolve(portal, '.vite/manifest.json')), 'the portal is not built')
  const files = await initialScripts(portal)
  expect(files.filter((file) => /chakra|emotion/i.test(file))).toEqual([])
})
