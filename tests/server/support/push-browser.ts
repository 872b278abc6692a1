import { createECDH, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { PushSubscriptionBody } from '#contract/schemas/push.ts'

/** A browser with a push subscription, as its push service and the server know it. */

export type Browser = {
  subscription: PushSubscriptionBody
  /** Decrypts a message as the browser does (RFC 8291, aes128gcm). Throws for a message to another browser. */
  read(body: Buffer): string
}

let made = 0

/** A browser with keys of its own, at an address of a push service. */
export function browser(base = 'https://push.example.com/send'): Browser {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${base}/${++made}-${randomBytes(12).toString('base64url')}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body) {
      const [salt, idLength] = [body.subarray(0, 16), body[20]!]
      const serverKey = body.subarray(21, 21 + idLength)
      const shared = curve.computeSecret(serverKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const derive = (what: string, length: number): Buffer =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), length))
      const record = body.subarray(21 + idLength)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The last record ends with a 2 and padding.
      return plain.subarray(0, plain.lastIndexOf(2)).toString()
    },
  }
}
