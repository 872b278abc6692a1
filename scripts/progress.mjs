import { fileURLToPath } from 'node:url'

/** The root of the tree. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Something that the person at the terminal can act on: shown as its message alone, without a stack. */
export class Failure extends Error {
  /** @param {string} message one clear line @param {string} [output] what the failed program said */
  constructor(message, output = '') {
    super(message)
    this.name = 'Failure'
    this.output = output
  }
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * Runs one piece of work and says so: a line when it begins, a line with its time and its note when it is done.
 * @template T
 * @param {string} name
 * @param {(note: (text: string) => void) => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now()
  let note = ''
  const live = process.stdout.isTTY
  process.stdout.write(live ? `  … ${name}` : `  … ${name}\n`)
  const finish = (mark) =>
    process.stdout.write(
      `${live ? '\r\x1b[2K' : ''}  ${mark} ${name}  ${seconds(performance.now() - started)}${note && `  ${note}`}\n`,
    )
  try {
    const result = await work((text) => (note = text))
    finish('✓')
    return result
  } catch (error) {
    finish('✗')
    throw error
  }
}

/**
 * The end of a command that failed: what was said, then the one line, then exit code 1.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  if (!(error instanceof Failure)) throw error
  if (error.output) console.error(error.output.trimEnd())
  console.error(error.message)
  process.exit(1)
}
