import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import type { AppleKeys } from './apple-keys.ts'
import type { GoogleKeys } from './google-keys.ts'

/**
 * Keys for an installation without any from Apple or Google: a root of its own in place of Apple's, an intermediate in place of WWDR, a signer, and a key for
 * Google's links. Such passes are real to everything but a phone, which trusts only Apple's root.
 */
export type SandboxKeys = { root: string; apple: AppleKeys; google: GoogleKeys & { publicKey: string } }

const passTypeId = 'pass.example.larder.sandbox'
const teamId = 'SANDBOX000'
/** Longer than any sandbox runs, whatever its clock says. */
const valid = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2049-12-31T00:00:00Z') }

type Pair = { publicKey: string; privateKey: string }

const makePair = (): Promise<Pair> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })

/** A new set as one text, for storage: whoever verified a pass once finds the next one signed by the same keys. */
export async function makeSandboxKeys(): Promise<string> {
  const [root, wwdr, signer, google] = await Promise.all([makePair(), makePair(), makePair(), makePair()])
  const rootName = [{ shortName: 'CN', value: 'Larder sandbox root' }]
  const wwdrName = [{ shortName: 'CN', value: 'Larder sandbox in place of WWDR' }]
  const signerName = [
    { type: '0.9.2342.19200300.100.1.1', value: passTypeId },
    { shortName: 'CN', value: `Pass Type ID: ${passTypeId}` },
    { shortName: 'OU', value: teamId },
  ]
  const certificates = {
    root: certify({ serial: '01', subject: rootName, of: root, issuer: rootName, by: root, ca: true }),
    wwdr: certify({ serial: '02', subject: wwdrName, of: wwdr, issuer: rootName, by: root, ca: true }),
    signer: certify({
      serial: '03',
      subject: signerName,
      of: signer,
      issuer: wwdrName,
      by: wwdr,
      ca: false,
    }),
  }
  return JSON.stringify({ certificates, signerKey: signer.privateKey, google } satisfies Kept)
}

type Kept = {
  certificates: { root: string; wwdr: string; signer: string }
  signerKey: string
  google: Pair
}

/** The keys in a text from `makeSandboxKeys`, which can only come from this installation. */
export function readSandboxKeys(text: string): SandboxKeys {
  const { certificates, signerKey, google } = JSON.parse(text) as Kept
  return {
    root: certificates.root,
    apple: {
      passTypeId,
      teamId,
      certificate: certificates.signer,
      key: signerKey,
      wwdr: certificates.wwdr,
      endsAtMs: valid.until.getTime(),
    },
    google: {
      issuerId: '3388000000000000000',
      email: 'sandbox@larder.example',
      key: createPrivateKey(google.privateKey),
      publicKey: google.publicKey,
    },
  }
}

type Certifying = {
  serial: string
  subject: forge.pki.CertificateField[]
  of: Pair
  issuer: forge.pki.CertificateField[]
  by: Pair
  ca: boolean
}

function certify({ serial, subject, of, issuer, by, ca }: Certifying): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(of.publicKey)
  certificate.serialNumber = serial
  certificate.validity.notBefore = valid.from
  certificate.validity.notAfter = valid.until
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: ca, critical: true },
    ca
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(by.privateKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n')
}
