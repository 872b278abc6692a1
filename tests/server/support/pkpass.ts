import { spawnSync } from 'node:child_process'
import { createHash, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import forge from 'node-forge'
import { PNG } from 'pngjs'
import { expect } from 'vitest'

/** A `.pkpass` opened as on a phone: every check of Apple's format that is possible without Apple. */

type PassJson = {
  formatVersion: number
  passTypeIdentifier: string
  teamIdentifier: string
  serialNumber: string
  organizationName: string
  description: string
  backgroundColor: string
  foregroundColor: string
  labelColor: string
  expirationDate?: string
  barcodes: { format: string; message: string; messageEncoding: string; altText: string }[]
  storeCard: Record<
    'primaryFields' | 'secondaryFields' | 'backFields',
    { key: string; label: string; value: string }[]
  >
}

export type OpenedPass = { files: Record<string, Uint8Array>; pass: PassJson; text: string }

/** Opens the file and expects each of its files to be in the manifest, by its SHA-1. */
export function openPass(file: Uint8Array): OpenedPass {
  const files = unzipSync(file)
  const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Record<string, string>
  const listed = Object.keys(files).filter((name) => name !== 'manifest.json' && name !== 'signature')
  expect(Object.keys(manifest).sort()).toEqual(listed.sort())
  for (const name of listed)
    expect([name, manifest[name]]).toEqual([name, createHash('sha1').update(files[name]!).digest('hex')])
  const text = Buffer.from(files['pass.json']!).toString()
  return { files, pass: JSON.parse(text) as PassJson, text }
}

/** The size of each picture. */
export const sizesOf = ({ files }: OpenedPass): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name.endsWith('.png'))
      .map(([name, content]) => {
        const { width, height } = PNG.sync.read(Buffer.from(content))
        return [name, `${width}x${height}`]
      }),
  )

/**
 * Whether the manifest's signature is valid, by a signer whose chain ends at `root` (PEM): the checks of `openssl smime
 * -verify`, in JavaScript.
 */
export function isSigned({ files }: OpenedPass, root: string): boolean {
  const message = forge.pkcs7.messageFromAsn1(
    forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(files['signature']!).toString('binary'))),
  ) as forge.pkcs7.PkcsSignedData & {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string }
  }
  const { authenticatedAttributes, signature } = message.rawCapture
  const [signer, issuer] = message.certificates.map(
    (one) => new X509Certificate(forge.pki.certificateToPem(one)),
  )
  const anchor = new X509Certificate(root)
  const chain = [
    [signer!, issuer!],
    [issuer!, anchor],
  ] as const
  if (!chain.every(([one, by]) => one.checkIssued(by) && one.verify(by.publicKey))) return false
  // Signed as a SET, whatever tag the attributes are sent under (RFC 5652, section 5.4).
  const { asn1 } = forge
  const set = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, authenticatedAttributes)
  const signed = Buffer.from(asn1.toDer(set).getBytes(), 'binary')
  const digest = createHash('sha256').update(files['manifest.json']!).digest()
  return (
    signed.includes(digest) && verify('sha256', signed, signer!.publicKey, Buffer.from(signature, 'binary'))
  )
}

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** The openssl command's result for a pass's signature, given only a root certificate. */
export function askOpenssl({ files }: OpenedPass, root: string): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'larder-pass-'))
  try {
    writeFileSync(join(folder, 'manifest.json'), files['manifest.json']!)
    writeFileSync(join(folder, 'signature'), files['signature']!)
    writeFileSync(join(folder, 'root.pem'), root)
    const { status, stderr } = spawnSync(
      'openssl',
      'smime -verify -inform DER -in signature -content manifest.json -CAfile root.pem -purpose any'.split(
        ' ',
      ),
      { cwd: folder, encoding: 'utf8' },
    )
    return { status, said: stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
