import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, root } from '../progress.mjs'
import { runsThrough, servesUntilStopped, withFreshData } from './commands.mjs'

/**
 * How each command in the README is tried. `elsewhere` says which part of the test run covers it.
 * A command that is missing here fails the check: READMEs go stale when nobody runs what they promise.
 */
const recipes = {
  'npm start': () => withFreshData((env) => servesUntilStopped(['start'], env)),
  'npm run dev': async () => {
    await withFreshData((env) => servesUntilStopped(['run', 'dev'], env))
    // `npm run dev` builds a part of the server. This checks that the full build from before is still intact.
    await withFreshData((env) => servesUntilStopped(['start'], env))
  },
  'npm test': 'elsewhere',
  'npm test -- --changed': 'elsewhere',
  'npm test -- --full': 'elsewhere',
  'npm test -- --only lint,types': () => runsThrough(['test', '--', '--only', 'lint,types']),
  'npm run bench': 'elsewhere',
  'npm run bench -- --only bytes': () => runsThrough(['run', 'bench', '--', '--only', 'bytes']),
  'npm run bench -- --quick': 'elsewhere',
  'npm run merchant -- check': () => runsThrough(['run', 'merchant', '--', 'check']),
  'npm run reset': () => withFreshData((env) => runsThrough(['run', 'reset'], env)),
}

/** Tries every command in the README's shell blocks. */
export async function checkReadme() {
  const commands = shellCommands(await readFile(join(root, 'README.md'), 'utf8'))
  const unknown = commands.filter((command) => !(command in recipes))
  if (unknown.length > 0)
    throw new Failure(
      `The README names commands that scripts/test/readme.mjs does not try: ${unknown.join(' · ')}`,
    )
  for (const command of commands) {
    if (recipes[command] === 'elsewhere') continue
    await recipes[command]()
    console.log(`  ✓ ${command}`)
  }
}

/** @param {string} markdown @returns {string[]} each command once, without comments and leading variables */
export function shellCommands(markdown) {
  const blocks = [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => block.split('\n'))
  const commands = blocks.map((line) =>
    line
      .replace(/\s+#.*$|^#.*$/, '')
      .replace(/^([A-Z_]+=\S+\s+)+/, '')
      .trim(),
  )
  return [...new Set(commands.filter(Boolean))]
}
