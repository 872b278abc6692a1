import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finish, run } from './child.mjs'
import { root, step } from './progress.mjs'

const stampFile = join(root, 'node_modules/.larder')
const lockFile = join(root, 'package-lock.json')
/** Npm's own record of the packages it has installed. */
const installedFile = join(root, 'node_modules/.package-lock.json')

/** Includes what the build needs, even if NODE_ENV is production. */
const all = ['--include=dev']
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/** Installs the packages of package-lock.json, unless they are installed already. */
export async function install() {
  const lock = await readFile(lockFile, 'utf8')
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch} ${process.versions.modules}\n`
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return
  if (!(await isInstalled(JSON.parse(lock)))) {
    await step('Installing packages', async (note) => {
      const exact = await finish(...npm('ci', ...all, ...quiet))
      // If a lock file was changed with a registry that lacks some platforms' builds, it has gaps: `npm ci` fails on them, `npm install` does not.
      const options = {
        failure: 'The packages could not be installed. Is there a network? Try again with: npm install',
      }
      if (exact.code !== 0) await run(...npm('install', '--no-save', ...all, ...quiet), options)
      note(`${Object.keys(JSON.parse(lock).packages).length - 1} packages`)
    })
  }
  await writeFile(stampFile, stamp)
}

/** Whether the packages are installed already, for example by `npm install`. Npm leaves out packages for other platforms. */
async function isInstalled(lock) {
  if (!existsSync(installedFile)) return false
  const { packages } = JSON.parse(await readFile(installedFile, 'utf8'))
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || (wanted.optional && !packages[path])) return true
    return packages[path]?.version === wanted.version && packages[path]?.integrity === wanted.integrity
  })
}

/** Runs npm's own script where npm started us, so that no shell is needed (on Windows npm is a .cmd). */
function npm(...args) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args]
}
