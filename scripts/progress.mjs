import { fileURLToPath } from 'node:url'

/** The root of the tree. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A failure that the person at the terminal can do something about: printed as its message alone, without a stack. */
export class Failure extends Error {
  /** @param {string} message one clear line @param {string} [output] the failed program's output */
  constructor(message, output = '') {
    super(message)
    this.name = 'Failure'
    this.output = output
  }
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * Runs one piece of work and reports it: a line at the start, and a line with its time and note at the end.
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
 * Ends a failed command: prints the failed program's output and the message, then exits with code 1.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  if (!(error instanceof Failure)) throw error
  if (error.output) console.error(error.output.trimEnd())
  console.error(error.message)
  process.exit(1)
}
