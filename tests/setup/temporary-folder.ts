import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Vitest reads its configuration once more for each project, in one process. */
const isSet = 'LARDER_TEST_FOLDER'

/**
 * What tests make for a while is in one folder of the run, which goes with it: a machine that runs them every day had thousands of folders left. Vitest's
 * workers and their children have the runner's environment.
 */
if (!process.env[isSet]) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-tests-'))
  // PostgreSQL does not run as root: its own user has to reach its folder in this one.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TMP', 'TEMP', isSet]) process.env[name] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
