import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject } from 'vitest'
import { fixtureMerchants } from './larder.ts'
import { buildTinyPortal } from './portal.ts'

/** The server as a program of its own, started as an operator starts it. */

/** A tree as a fresh clone has it after a build. */
export function makeTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'larder-tree-'))
  mkdirSync(join(root, 'dist'))
  cpSync(inject('serverBundle'), join(root, 'dist/server'), { recursive: true })
  cpSync(buildTinyPortal(), join(root, 'dist/portal'), { recursive: true })
  cpSync(fixtureMerchants, join(root, 'merchants'), { recursive: true })
  cpSync(resolve('package.json'), join(root, 'package.json'))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  return root
}

export type Run = { child: ChildProcess; output(): string; errors(): string; ended: Promise<number | null> }

/** Starts the program of a tree. */
export function run(root: string, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', DEFAULT_MERCHANT: 'tavola', DATA_DIR: join(root, 'data'), ...env },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => output, errors: () => errors, ended }
}

/** The port of one that has started. */
export async function portOf(running: Run): Promise<number> {
  await expect.poll(() => running.output() + running.errors(), { timeout: 40_000 }).toMatch(/tavola\.localhost:\d+/)
  return Number(/tavola\.localhost:(\d+)/.exec(running.output())![1])
}
