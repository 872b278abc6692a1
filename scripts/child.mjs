import { spawn } from 'node:child_process'
import { Failure, root } from './progress.mjs'

/**
 * Runs a program to its end in the root of the tree. Its output is collected, or shown if `show` is set.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, show?: boolean, timeoutMs?: number, failure?: string }} [options]
 * @returns {Promise<string>} its output; throws Failure if it fails
 */
export async function run(
  command,
  args,
  { failure = `${command} ${args.join(' ')} failed.`, ...options } = {},
) {
  const { code, output } = await finish(command, args, options)
  if (code !== 0) throw new Failure(failure, output)
  return output
}

/**
 * The same for programs whose exit code is an answer: does not throw for any exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, show?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function finish(command, args, { env, show = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      ...(timeoutMs && { timeout: timeoutMs }),
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * The command and arguments that run a tool of node_modules with this Node: no shell, no PATH, the same on every platform.
 * @param {string} path below node_modules
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export const tool = (path, ...args) => [process.execPath, [`node_modules/${path}`, ...args]]
