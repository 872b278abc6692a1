import './node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { resizePhotos } from './merchant/resize-photos.mjs'
import { Failure, fail, root, step } from './progress.mjs'

/** `npm run merchant -- …`: the built server's merchant commands, plus photographs, which need a package that the server does not have. */
const [name, ...args] = process.argv.slice(2)
const isHelp = args.some((arg) => arg === '--help' || arg === '-h')

try {
  await install()
  process.exitCode = name === 'pictures' && !isHelp ? await pictures(...args) : await command()
} catch (error) {
  fail(error)
}

async function command() {
  await build()
  const { runMerchantCommand } = await import(
    pathToFileURL(join(root, 'dist/server/merchant-command.js')).href
  )
  return runMerchantCommand(
    { root, env: process.env, say: (line) => console.log(`  ${line}`) },
    name === undefined ? [] : [name, ...args],
  )
}

/** Processes every merchant with photographs, or the one that is named. */
async function pictures(label, ...others) {
  const unexpected = label?.startsWith('--') ? label : others[0]
  if (unexpected !== undefined)
    throw new Failure(`It does not take "${unexpected}". Usage: npm run merchant -- pictures [label]`)
  const merchants = join(root, 'merchants')
  const labels = readdirSync(merchants).filter((one) => existsSync(join(merchants, one, 'photos')))
  if (label !== undefined && !labels.includes(label))
    throw new Failure(`There is no merchants/${label}/photos: put the photographs there.`)
  if (labels.length === 0)
    throw new Failure('No merchant has a folder photos: put the photographs into merchants/<label>/photos.')
  let left = 0
  for (const one of label === undefined ? labels : [label])
    await step(`Photographs of ${one}`, async (note) => {
      const { made, unchanged, problems } = await resizePhotos(join(merchants, one))
      note(
        [`${made} made`, `${unchanged} unchanged`, ...problems.map((problem) => `\n    ${problem}`)]
          .join(', ')
          .replaceAll(', \n', '\n'),
      )
      left += problems.length
    })
  return left > 0 ? 1 : 0
}
