import { createPrivateKey, X509Certificate } from 'node:crypto'

/** The keys that sign one merchant's Apple passes. PEM throughout; the key has no passphrase. */
export type AppleKeys = {
  passTypeId: string
  teamId: string
  certificate: string
  key: string
  /** Apple's intermediate certificate that issued `certificate`. */
  wwdr: string
  /** When the certificate expires, ms. */
  endsAtMs: number
}

type AppleKeyFiles = {
  passTypeId: string
  teamId: string
  certificate: string
  key: string
  passphrase: string | undefined
  wwdr: string
}

/** These keys cannot be used: `message` says which one and why, without its content. */
export class WalletKeyError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WalletKeyError'
  }
}

/** The keys of Apple passes, checked against each other. Throws WalletKeyError naming the wrong one. */
export function appleKeysOf(files: AppleKeyFiles): AppleKeys {
  const { passTypeId, teamId } = files
  if (!/^pass\.[\w.-]+$/.test(passTypeId)) throw new WalletKeyError('pass_type_id must begin with "pass."')
  if (!/^[A-Z0-9]{10}$/.test(teamId))
    throw new WalletKeyError('team_id must be the ten letters and digits of the Apple developer team')
  const certificate = certificateOf(files.certificate, 'certificate')
  const wwdr = certificateOf(files.wwdr, 'wwdr')
  const key = keyOf(files.key, files.passphrase)
  if (!certificate.checkPrivateKey(key)) throw new WalletKeyError('key does not belong to certificate')
  if (!certificate.checkIssued(wwdr) || !certificate.verify(wwdr.publicKey))
    throw new WalletKeyError('wwdr is not the certificate that issued certificate')
  checkSubject(certificate, 'UID', passTypeId, 'pass_type_id')
  checkSubject(certificate, 'OU', teamId, 'team_id')
  return {
    passTypeId,
    teamId,
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    wwdr: wwdr.toString(),
    endsAtMs: Date.parse(certificate.validTo),
  }
}

function certificateOf(pem: string, name: string): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(pem)
  } catch (cause) {
    throw new WalletKeyError(`${name} is no certificate in PEM`, { cause })
  }
  if (certificate.publicKey.asymmetricKeyType !== 'rsa')
    throw new WalletKeyError(`${name} has no RSA key: Apple's pass certificates and their WWDR (G4) have one`)
  return certificate
}

function keyOf(pem: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(passphrase !== undefined && { passphrase }) })
  } catch (cause) {
    throw new WalletKeyError(
      `key is no private key in PEM, or ${passphrase === undefined ? 'needs a passphrase' : 'passphrase is not its passphrase'}`,
      { cause },
    )
  }
}

/** Apple writes both ids into the certificate, and a phone rejects a pass with others. */
function checkSubject(certificate: X509Certificate, attribute: string, wanted: string, name: string): void {
  const said = certificate.subject.split('\n').find((line) => line.startsWith(`${attribute}=`))
  if (said !== `${attribute}=${wanted}`)
    throw new WalletKeyError(`${name} is not what certificate was issued for (${said ?? `no ${attribute}`})`)
}
