import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '#server/env.ts'
import { listKeyWarnings } from '#server/key-folders.ts'

/** A folder that every user of the machine may enter, as an operator's may be. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-keys-'))
  chmodSync(folder, 0o755)
  return folder
}

function put(mode: number, ...path: string[]): string {
  const file = join(...path)
  writeFileSync(file, '{}')
  chmodSync(file, mode)
  return file
}

const warningsOf = (env: Record<string, string>, root = openFolder()): string[] =>
  listKeyWarnings(readSettings(env), root)

it('names the files of keys that every user of the machine can read', () => {
  const stripe = openFolder()
  const open = put(0o644, stripe, 'bella.json')
  put(0o640, stripe, 'smoke.json')
  const wallet = openFolder()
  mkdirSync(join(wallet, 'bella'))
  chmodSync(join(wallet, 'bella'), 0o755)
  const key = put(0o604, wallet, 'bella', 'pass.key')
  const env = { STRIPE_KEYS_DIR: stripe, WALLET_KEYS_DIR: wallet }
  expect(warningsOf(env)).toEqual([
    `WARNING: every user of this machine can read the keys in ${open}: run chmod -R go= ${stripe}`,
    `WARNING: every user of this machine can read the keys in ${key}: run chmod -R go= ${wallet}`,
  ])
  // A user who cannot enter the folder cannot read its files.
  for (const folder of [stripe, wallet]) chmodSync(folder, 0o750)
  expect(warningsOf(env)).toEqual([])
})

it('warns that keys are inside the source tree', () => {
  const root = openFolder()
  const inside = join(root, 'keys')
  mkdirSync(inside)
  put(0o600, inside, 'bella.json')
  const warning = `WARNING: STRIPE_KEYS_DIR is inside of the source tree, ${inside}: move the keys out of it.`
  expect(warningsOf({ STRIPE_KEYS_DIR: inside }, root)).toEqual([warning])
  // Next to a tree whose name begins the same way.
  mkdirSync(`${root}-keys`)
  expect(warningsOf({ STRIPE_KEYS_DIR: `${root}-keys` }, root)).toEqual([])
})

it('says nothing when no folder of keys is set', () => {
  expect(warningsOf({})).toEqual([])
})
