import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * An authenticator in software (WebAuthn level 3): real keys on P-256, real signatures (ES256), authenticator data and CBOR as
 * a device makes them. The changes that tests make are those of an attacker.
 */

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

type CborValue = number | string | Uint8Array | Map<number | string, CborValue>

/** The part of CBOR (RFC 8949) that attestations need: small integers, texts, bytes and maps, in canonical order. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
  return Buffer.concat([head(2, value.length), value])
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count])
  return count < 256
    ? Buffer.from([(kind << 5) | 24, count])
    : Buffer.from([(kind << 5) | 25, count >> 8, count & 255])
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** The values that a test replaces. */
type Changes = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  tampered?: boolean
}

type Options = { challenge?: unknown; rp?: unknown; rpId?: unknown }

export class SoftwareAuthenticator {
  readonly id: string
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly #origin: string
  #counter: number

  /** For a page of `origin`. `counter: 0` is an authenticator without a counter, as with synced passkeys. */
  constructor(origin = 'http://tavola.localhost', counter = 1, of?: SoftwareAuthenticator) {
    this.#origin = origin
    this.#counter = counter
    this.#keys = of ? of.#keys : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.id = of ? of.id : text(randomBytes(16))
  }

  /** Another device with the same key, which counts on from the current value. */
  clone(): SoftwareAuthenticator {
    return new SoftwareAuthenticator(this.#origin, this.#counter, this)
  }

  /** Creates the passkey that the server requested (`navigator.credentials.create`). */
  create(options: Options, changes: Changes = {}) {
    const rpId = changes.rpId ?? (options.rp as { id: string }).id
    const key = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(key.x!, 'base64url')],
        [-3, Buffer.from(key.y!, 'base64url')],
      ]),
    )
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
    const authData = Buffer.concat([this.#head(rpId, hasCredential, changes.counter), credential])
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      ...this.#about,
      response: {
        clientDataJSON: text(this.#clientData('webauthn.create', options, changes)),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** Signs the server's challenge (`navigator.credentials.get`). */
  get(options: Options, changes: Changes = {}) {
    if (this.#counter > 0) this.#counter++
    const clientData = this.#clientData('webauthn.get', options, changes)
    const authData = this.#head(changes.rpId ?? (options.rpId as string), 0, changes.counter)
    const signed = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey)
    if (changes.tampered) signed[signed.length - 1]! ^= 1
    return {
      ...this.#about,
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signed),
      },
    }
  }

  get #about() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #head(rpId: string, flags: number, counter = this.#counter): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([userPresent | userVerified | flags]), count])
  }

  #clientData(type: string, { challenge }: Options, changes: Changes): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }
}
