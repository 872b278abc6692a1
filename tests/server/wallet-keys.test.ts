import { createPrivateKey } from 'node:crypto'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSandboxKeys, readSandboxKeys, type SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import { readWalletKeys } from '#server/wallet-keys.ts'

/** The keys of wallet passes as read at the start. */

let mine: SandboxKeys
let another: SandboxKeys
beforeAll(async () => {
  mine = readSandboxKeys(await makeSandboxKeys())
  another = readSandboxKeys(await makeSandboxKeys())
})

const now = Date.UTC(2026, 10, 24)
const merchants = { findByLabel: (label: string) => (label === 'bella' ? ({} as never) : undefined) }
const read = (folder: string | undefined, said: string[] = [], nowMs = now) =>
  readWalletKeys(folder, merchants, (line) => void said.push(line), nowMs)

const appleJson = (changes: object = {}) => ({
  pass_type_id: mine.apple.passTypeId,
  team_id: mine.apple.teamId,
  certificate: 'pass.pem',
  key: 'pass.key',
  passphrase: 'three green lanterns',
  wwdr: 'wwdr.pem',
  ...changes,
})
const serviceAccount = (changes: object = {}) => ({
  type: 'service_account',
  client_email: 'wallet@bella.iam.gserviceaccount.com',
  private_key: mine.google.key.export({ type: 'pkcs8', format: 'pem' }),
  ...changes,
})

type Files = Record<string, string | object>
/** A folder of keys for one merchant: valid ones, with these files changed. */
function folderWith(changes: Files = {}, label = 'bella'): string {
  const root = mkdtempSync(join(tmpdir(), 'larder-wallet-'))
  const folder = join(root, label)
  mkdirSync(folder)
  const key = createPrivateKey(mine.apple.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'three green lanterns',
  })
  const files: Files = {
    'apple.json': appleJson(),
    'pass.pem': mine.apple.certificate,
    'pass.key': key.toString(),
    'wwdr.pem': mine.apple.wwdr,
    'google.json': { issuer_id: '3388000000022222222', service_account: 'account.json' },
    'account.json': serviceAccount(),
    ...changes,
  }
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return root
}

describe('the folder of wallet keys', () => {
  it('is optional, and has each merchant’s keys, with or without a passphrase', () => {
    expect(read(undefined).size).toBe(0)
    const { apple, google } = read(folderWith()).get('bella')!
    expect(apple).toEqual(mine.apple)
    expect([google!.issuerId, google!.email]).toEqual([
      '3388000000022222222',
      'wallet@bella.iam.gserviceaccount.com',
    ])
    const open = { 'apple.json': appleJson({ passphrase: undefined }), 'pass.key': mine.apple.key }
    expect(read(folderWith(open)).get('bella')!.apple).toEqual(mine.apple)
  })

  it('takes a link to a folder, and names one that leads nowhere', () => {
    const root = mkdtempSync(join(tmpdir(), 'larder-wallet-'))
    symlinkSync(join(folderWith(), 'bella'), join(root, 'bella'))
    expect(read(root).get('bella')!.apple).toEqual(mine.apple)
    symlinkSync(join(root, 'nowhere'), join(root, 'fork'))
    expect(() => read(root)).toThrow(/fork is a link to what is not there\.$/)
  })

  const wrong: [string, () => Files, RegExp][] = [
    ['no JSON', () => ({ 'apple.json': '{' }), /bella\/apple\.json cannot be used: it is no JSON object\.$/],
    [
      'a field too many',
      () => ({ 'apple.json': appleJson({ pass: 1 }) }),
      /bella\/apple\.json cannot be used: it has pass, which nobody reads\.$/,
    ],
    [
      'a field too few',
      () => ({ 'google.json': { issuer_id: '3388000000022222222' } }),
      /it lacks service_account, or that is no text\.$/,
    ],
    [
      'a key of another certificate',
      () => ({ 'apple.json': appleJson({ passphrase: undefined }), 'pass.key': another.apple.key }),
      /bella\/apple\.json cannot be used: key does not belong to certificate\.$/,
    ],
    [
      'another passphrase',
      () => ({ 'apple.json': appleJson({ passphrase: 'wrong' }) }),
      /key is no private key in PEM, or passphrase is not its passphrase\.$/,
    ],
    [
      'a file that is not there',
      () => ({ 'apple.json': appleJson({ wwdr: 'AppleWWDR.pem' }) }),
      /wwdr names a file that cannot be read, .*bella\/AppleWWDR\.pem\.$/,
    ],
    [
      'an intermediate that did not issue it',
      () => ({ 'wwdr.pem': another.apple.wwdr }),
      /wwdr is not the certificate that issued certificate\.$/,
    ],
    [
      'another team',
      () => ({ 'apple.json': appleJson({ team_id: 'ABCDE12345' }) }),
      /team_id is not what certificate was issued for \(OU=SANDBOX000\)\.$/,
    ],
    [
      'a Google issuer that is none',
      () => ({ 'google.json': { issuer_id: 'bella', service_account: 'account.json' } }),
      /bella\/google\.json cannot be used: issuer_id must be the issuer’s number\.$/,
    ],
    [
      'an account without its key',
      () => ({ 'account.json': serviceAccount({ private_key: 'nothing' }) }),
      /service_account has no private_key that is an RSA key in PEM\.$/,
    ],
  ]
  it.each(wrong)('with %s stops the start, and says which, and nothing of the key', (_what, files, line) => {
    const folder = folderWith(files())
    expect(() => read(folder)).toThrow(line)
    expect(() => read(folder)).not.toThrow(/PRIVATE|three green lanterns/)
  })

  it('with keys for an unknown merchant stops the start', () => {
    expect(() => read(folderWith({}, 'smoke'))).toThrow(
      'WALLET_KEYS_DIR holds keys for "smoke", but there is no merchants/smoke.',
    )
    for (const folder of ['/no/such/folder', 'tests'])
      expect(() => read(folder)).toThrow(
        `WALLET_KEYS_DIR must be the absolute path of a folder: "${folder}" is none.`,
      )
  })

  it('with an expired certificate does not stop the start, and the operator is told', () => {
    const said: string[] = []
    const keys = read(folderWith(), said, mine.apple.endsAtMs)
    expect(keys.get('bella')!.apple).toBeDefined()
    expect(said).toEqual([
      'The Apple Wallet certificate of bella ran out on 2049-12-31: its cards are not offered for Apple Wallet until there is another',
    ])
  })
})
