import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

type Diagnostic = { message: string; code?: string; filename: string }

/** The linter's messages by file: `rule: message`. */
export type Complaints = Map<string, string[]>

/** Lints files in a temporary folder that is shaped like the tree, with the tree's own configuration and rules. */
export async function lintStage(files: Record<string, string>): Promise<Complaints> {
  const stage = await mkdtemp(join(tmpdir(), 'larder-lint-'))
  try {
    await cp(join(root, '.oxlintrc.json'), join(stage, '.oxlintrc.json'))
    await symlink(join(root, 'lint'), join(stage, 'lint'), 'dir')
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(stage, path)), { recursive: true })
      await writeFile(join(stage, path), text)
    }
    return read(await oxlint(stage), stage)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function oxlint(stage: string): Promise<string> {
  const run = promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'],
    {
      cwd: stage,
      maxBuffer: 64 << 20,
    },
  )
  // Exit code 1 means that the linter found something, which most of these tests expect.
  return run.then(
    ({ stdout }) => stdout,
    (failure: { code: number; stdout: string }) => {
      if (failure.code === 1 && failure.stdout.startsWith('{')) return failure.stdout
      throw failure
    },
  )
}

function read(output: string, stage: string): Complaints {
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }
  const complaints: Complaints = new Map()
  for (const { filename, code = '', message } of diagnostics) {
    const path = filename.startsWith('/') ? relative(stage, filename) : filename
    complaints.set(path, [...(complaints.get(path) ?? []), `${code}: ${message}`])
  }
  return complaints
}
