import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Vitest reads its configuration once more for each project, in one process. */
const isSet = 'LARDER_TEST_FOLDER'

/**
 * Temporary files of tests are in one folder, which is removed at the end of the run: a machine that runs them every day had
 * collected thousands of folders. Vitest's workers and their children inherit the runner's environment.
 */
if (!process.env[isSet]) {
  const folder = mkdtempSync(join(tmpdir(), 'larder-tests-'))
  // PostgreSQL does not run as root: its own user must be able to reach its folder inside this one.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TMP', 'TEMP', isSet]) process.env[name] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
