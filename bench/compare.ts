import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ownTree } from './larder-process.ts'

const run = promisify(execFile)

/** A tree with its `dist/`. */
export type BuiltTree = { name: string; path: string }

/**
 * Runs with this tree, and with another commit's beside it where one is named: built in a worktree of its own, which is gone afterwards. Measured by this
 * tree's bench both.
 * @param ref a commit, branch or tag; git's own words are thrown for one that is none
 */
export async function withTrees<T>(
  ref: string | undefined,
  work: (trees: BuiltTree[]) => Promise<T>,
): Promise<T> {
  const here = { name: 'this tree', path: ownTree }
  if (ref === undefined) return work([here])
  const home = await mkdtemp(join(tmpdir(), 'larder-compare-'))
  const path = join(home, 'tree')
  await git('worktree', 'add', '--detach', path, ref)
  try {
    await addPackages(path)
    console.log(`  … Building ${ref}`)
    // Vite, which runs this, says that it is developing: React would be built for that.
    const { NODE_ENV: _, ...env } = process.env
    await run(process.execPath, ['scripts/build.mjs'], { cwd: path, env })
    return await work([here, { name: ref, path }])
  } finally {
    await git('worktree', 'remove', '--force', path)
    await rm(home, { recursive: true, force: true })
  }
}

const git = (...args: string[]) => run('git', args, { cwd: ownTree })

/** The same packages are the same folder; another lock file needs its own. */
async function addPackages(tree: string): Promise<void> {
  const [own, theirs] = await Promise.all(
    [ownTree, tree].map((path) => readFile(join(path, 'package-lock.json'), 'utf8')),
  )
  if (packagesOf(own!) === packagesOf(theirs!) && existsSync(join(ownTree, 'node_modules')))
    await symlink(join(ownTree, 'node_modules'), join(tree, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree })
}

/** A lock file without the version that is ours: every commit has another. */
function packagesOf(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> }
  return JSON.stringify({ ...packages, '': undefined })
}
