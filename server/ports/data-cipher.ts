import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Protects card numbers, and answers that contain them, from somebody who gets the database or a copy of it. The key is never in the database
 * (server/card-key.ts).
 */
export type DataCipher = {
  /** A keyed hash (HMAC-SHA-256), the same for the same text: for looking up and comparing columns. */
  hash(text: string): string
  /** Encrypts (AES-256-GCM). `boundTo` names the place of the value: it cannot be opened under another, so nobody can swap two rows' values. */
  seal(text: string, boundTo: string): string
  /** Decrypts a sealed value. Throws CipherError for anything else, and under another key or place. */
  open(sealed: string, boundTo: string): string
}

/** A value that was not sealed with this key for this place. */
export class CipherError extends Error {
  constructor(options?: ErrorOptions) {
    super('a sealed value does not open: it was changed, moved, or sealed with another key', options)
    this.name = 'CipherError'
  }
}

/** The prefix of hashed and sealed values: tells them from an older Larder's plain ones, and from a later scheme's. */
export const sealedPrefix = 'v1.'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** The key in a setting or a file: 32 bytes in base64, as `openssl rand -base64 32` prints them. Undefined for anything else. */
export function findCipherKey(text: string): Uint8Array | undefined {
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes ? key : undefined
}

/** The cipher of a 32-byte key. The key itself is never used directly: each purpose has a key derived from it (HKDF, RFC 5869). */
export function dataCipher(key: Uint8Array): DataCipher {
  const part = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `larder ${purpose} 1`, keyBytes))
  const [hashKey, sealKey] = [part('look-up'), part('encryption')]
  return {
    hash: (text) => sealedPrefix + createHmac('sha256', hashKey).update(text).digest('base64url'),
    seal(text, boundTo) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(boundTo))
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return sealedPrefix + Buffer.concat(sealed).toString('base64url')
    },
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed.slice(sealedPrefix.length), 'base64url')
      if (!sealed.startsWith(sealedPrefix) || bytes.length < nonceBytes + tagBytes) throw new CipherError()
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
          decipher.final(),
        ]).toString('utf8')
      } catch (error) {
        throw new CipherError({ cause: error })
      }
    },
  }
}
