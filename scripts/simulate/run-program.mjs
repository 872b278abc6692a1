import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Failure, root } from '../progress.mjs'

/**
 * Runs a bundled program (bundle.mjs) in a process of its own, and passes on each line of JSON that it prints. Rejects with what it wrote to stderr.
 * @param {string[]} args Node's own options, the program's file, and its arguments
 * @param {(line: any) => void} onMessage
 * @returns {Promise<void>}
 */
export function runProgram(args, onMessage) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += chunk))
    createInterface({ input: child.stdout }).on('line', (line) =>
      line.startsWith('{') ? onMessage(JSON.parse(line)) : undefined,
    )
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Failure(`A program that plays from seeds ended with ${code}.`, errors)),
    )
  })
}
