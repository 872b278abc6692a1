import { createECDH } from 'node:crypto'

/** The key pair that push services know this installation by (RFC 8292), base64url. Browsers subscribe to it: another one loses every subscription. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** A new pair. */
export function makeVapidKeys(): VapidKeys {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys('base64url')
  // Leading zeros are part of it.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32)
  return { publicKey, privateKey: privateKey.toString('base64url') }
}

/** Whether the two belong together. */
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

/** A pair as one text, to be kept. */
export const vapidText = ({ publicKey, privateKey }: VapidKeys): string => `${publicKey}.${privateKey}`

/** The pair of a text. Throws for one that is none: it is this installation's own, and nobody else's word. */
export function readVapidText(text: string): VapidKeys {
  const [publicKey = '', privateKey = ''] = text.split('.')
  if (!isVapidPair({ publicKey, privateKey })) throw new Error('the kept VAPID keys cannot be read')
  return { publicKey, privateKey }
}
