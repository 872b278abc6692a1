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
 * Runs `work` with this tree and, if a commit is named, with that one too, built in a temporary worktree. Both are measured by this tree's bench.
 * @param ref a commit, branch or tag; throws with git's message if there is no such one
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
    // Vite, which runs this, sets NODE_ENV to development: React would be built for that.
    const { NODE_ENV: _, ...env } = process.env
    await run(process.execPath, ['scripts/build.mjs'], { cwd: path, env })
    return await work([here, { name: ref, path }])
  } finally {
    await git('worktree', 'remove', '--force', path)
    await rm(home, { recursive: true, force: true })
  }
}

const git = (...args: string[]) => run('git', args, { cwd: ownTree })

/** Links this tree's packages if both lock files list the same ones; otherwise installs. */
async function addPackages(tree: string): Promise<void> {
  const [own, theirs] = await Promise.all(
    [ownTree, tree].map((path) => readFile(join(path, 'package-lock.json'), 'utf8')),
  )
  if (packagesOf(own!) === packagesOf(theirs!) && existsSync(join(ownTree, 'node_modules')))
    await symlink(join(ownTree, 'node_modules'), join(tree, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree })
}

/** A lock file's packages without our own entry: its version differs in every commit. */
function packagesOf(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> }
  return JSON.stringify({ ...packages, '': undefined })
}
