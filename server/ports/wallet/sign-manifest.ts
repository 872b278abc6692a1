import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import forge from 'node-forge'
import type { AppleKeys } from './apple-keys.ts'

/** The start of a signed SHA-256 (RFC 8017, section 9.2): the algorithm's name, before the 32 bytes. */
const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/**
 * A detached PKCS#7 signature over a manifest, DER: with the signer's certificate and the WWDR that issued it, and with the signing time, which phones require.
 */
export function signManifest(
  manifest: Uint8Array,
  keys: Pick<AppleKeys, 'certificate' | 'key' | 'wwdr'>,
  nowMs: number,
): Uint8Array {
  const certificate = forge.pki.certificateFromPem(keys.certificate)
  const message = forge.pkcs7.createSignedData()
  message.content = forge.util.createBuffer(Buffer.from(manifest).toString('binary'))
  message.addCertificate(certificate)
  message.addCertificate(forge.pki.certificateFromPem(keys.wwdr))
  message.addSigner({
    key: nativeKey(keys.key),
    certificate,
    digestAlgorithm: forge.pki.oids['sha256']!,
    authenticatedAttributes: [
      { type: forge.pki.oids['contentType']!, value: forge.pki.oids['data']! },
      { type: forge.pki.oids['messageDigest']! },
      // Its declared type is text; it also accepts a Date, and only a Date becomes an ASN.1 time.
      { type: forge.pki.oids['signingTime']!, value: new Date(nowMs) as unknown as string },
    ],
  })
  message.sign({ detached: true })
  return Buffer.from(forge.asn1.toDer(message.toAsn1()).getBytes(), 'binary')
}

/** Signs with OpenSSL: in plain JavaScript one signature blocks the thread for many milliseconds. */
function nativeKey(pem: string): forge.pki.rsa.PrivateKey {
  const key = createPrivateKey(pem)
  return Object.assign(forge.pki.privateKeyFromPem(pem), {
    sign: (digest: forge.md.MessageDigest): string =>
      privateEncrypt(
        { key, padding: constants.RSA_PKCS1_PADDING },
        Buffer.concat([sha256Prefix, Buffer.from(digest.digest().getBytes(), 'binary')]),
      ).toString('binary'),
  })
}
