import { createECDH } from 'node:crypto'

/** The key pair that identifies this installation to push services (RFC 8292), base64url. Browsers subscribe to it: changing it loses every subscription. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** A new pair. */
export function makeVapidKeys(): VapidKeys {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys('base64url')
  // Leading zeros belong to the key.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32)
  return { publicKey, privateKey: privateKey.toString('base64url') }
}

/** Whether the two keys belong together. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  const secret = Buffer.from(privateKey, 'base64url')
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey) || secret.length !== 32) return false
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(secret)
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false // A number that is no key of the curve.
  }
}

/** A pair as one text, for storage. */
export const vapidText = ({ publicKey, privateKey }: VapidKeys): string => `${publicKey}.${privateKey}`

/** The pair in a text. Throws for an invalid one: it can only come from this installation. */
export function readVapidText(text: string): VapidKeys {
  const [publicKey = '', privateKey = ''] = text.split('.')
  if (!isVapidPair({ publicKey, privateKey })) throw new Error('the kept VAPID keys cannot be read')
  return { publicKey, privateKey }
}
