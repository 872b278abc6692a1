import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finish, run } from './child.mjs'
import { root, step } from './progress.mjs'

const stampFile = join(root, 'node_modules/.larder')
const lockFile = join(root, 'package-lock.json')
/** What npm itself writes down about the packages it put there. */
const installedFile = join(root, 'node_modules/.package-lock.json')

/** What the build needs, too, also where NODE_ENV says production. */
const all = ['--include=dev']
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs the packages of package-lock.json, unless they are there already. */
export async function install() {
  const lock = await readFile(lockFile, 'utf8')
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch} ${process.versions.modules}\n`
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return
  if (!(await isInstalled(JSON.parse(lock)))) {
    await step('Installing packages', async (note) => {
      const exact = await finish(...npm('ci', ...all, ...quiet))
      // A lock file that somebody changed over a registry without every platform's builds has gaps, over which `npm ci` stumbles and `npm install` does not.
      const options = {
        failure: 'The packages could not be installed. Is there a network? Try again with: npm install',
      }
      if (exact.code !== 0) await run(...npm('install', '--no-save', ...all, ...quiet), options)
      note(`${Object.keys(JSON.parse(lock).packages).length - 1} packages`)
    })
  }
  await writeFile(stampFile, stamp)
}

/** Someone who ran `npm install` has them too: no second installation. Packages for other platforms are left out by npm. */
async function isInstalled(lock) {
  if (!existsSync(installedFile)) return false
  const { packages } = JSON.parse(await readFile(installedFile, 'utf8'))
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || (wanted.optional && !packages[path])) return true
    return packages[path]?.version === wanted.version && packages[path]?.integrity === wanted.integrity
  })
}

/** npm by its own script where npm started us, so that no shell is needed (npm is a .cmd on Windows). */
function npm(...args) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args]
}
