import { parseArgs } from 'node:util'
import { Failure } from './progress.mjs'

/**
 * Reads a command's options. `--help` prints `usage` and ends the program before anything else happens.
 * @param {string} usage how the command is called: its first line, then a line for each option
 * @param {import('node:util').ParseArgsConfig['options']} [options] as `parseArgs` takes them
 * @param {{ args?: string[], allowPositionals?: boolean }} [from]
 * @returns {ReturnType<typeof parseArgs>}
 * @throws {Failure} for an unknown option, with the usage
 */
export function readOptions(usage, options = {}, { args = process.argv.slice(2), allowPositionals } = {}) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options, allowPositionals: allowPositionals ?? false })
  } catch (error) {
    // Only the first sentence of Node's message: the rest explains how to write a positional argument.
    const [problem] = error.message.split('. ')
    throw new Failure(`${problem}.\n${usage}`)
  }
}

/**
 * Reads an option's whole number.
 * @param {string} name @param {string} text @param {string} usage
 * @throws {Failure} for anything but a whole number from 1
 */
export function readCount(name, text, usage) {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Failure(`--${name} is a whole number from 1, not "${text}".\n${usage}`)
  return count
}
