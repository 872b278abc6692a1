import { createPrivateKey, type KeyObject } from 'node:crypto'
import { WalletKeyError } from './apple-keys.ts'

/** The keys that sign one merchant's links into Google Wallet. */
export type GoogleKeys = {
  /** The merchant's number in the Google Pay & Wallet Console. */
  issuerId: string
  /** The service account's email. */
  email: string
  key: KeyObject
}

/** The keys for links into Google Wallet: `serviceAccount` is the JSON from Google's console. Throws WalletKeyError saying what is wrong. */
export function googleKeysOf({
  issuerId,
  serviceAccount,
}: {
  issuerId: string
  serviceAccount: unknown
}): GoogleKeys {
  if (!/^\d{6,30}$/.test(issuerId)) throw new WalletKeyError('issuer_id must be the issuer’s number')
  const { client_email: email, private_key: pem } = (serviceAccount ?? {}) as Record<string, unknown>
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new WalletKeyError('service_account has no client_email: it must be the JSON of a service account')
  return { issuerId, email, key: keyOf(pem) }
}

function keyOf(pem: unknown): KeyObject {
  const wrong = 'service_account has no private_key that is an RSA key in PEM'
  if (typeof pem !== 'string') throw new WalletKeyError(wrong)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch (cause) {
    throw new WalletKeyError(wrong, { cause })
  }
  throw new WalletKeyError(wrong)
}
