import { jwtVerify, importSPKI } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { appleKeysOf } from '#server/ports/wallet/apple-keys.ts'
import { makeSandboxKeys, readSandboxKeys, type SandboxKeys } from '#server/ports/wallet/sandbox-keys.ts'
import { signedWallet } from '#server/ports/wallet/signed-wallet.ts'
import type { GiftPass } from '#server/ports/wallet/wallet.ts'
import { askOpenssl, hasOpenssl, isSigned, openPass, sizesOf } from './support/pkpass.ts'

/** The passes as their owners see them. */

const noon = Date.UTC(2026, 10, 24, 17)

const pass = (changes: Partial<GiftPass> = {}): GiftPass => ({
  serial: 'v1.Qm9uZXMgYXJlIG5vdCBhIHNlcmlhbCBudW1iZXIgMTIz',
  program: 'bella-gift-card',
  restaurant: 'Bella Trattoria',
  cardNumber: '4207193355018842',
  balanceCents: 123_456,
  asOfMs: noon,
  expiry: { day: '12/31/2027', endsAtMs: Date.UTC(2028, 0, 1, 5) },
  address: ['412 West 22nd Street', 'Ground floor', 'New York, NY 10011'],
  phone: '(212) 555-0142',
  coordinates: { latitude: 40.7466, longitude: -74.0022 },
  origin: 'https://order.bella.example',
  words: {
    description: 'Bella Trattoria gift card',
    relevant: 'Your Bella Trattoria gift card',
    balance: 'BALANCE',
    balanceAsOf: 'BALANCE AS OF',
    expires: 'EXPIRES',
    cardNumber: 'Card number',
    phone: 'Phone',
    website: 'Website',
    about: 'About this pass',
    note: 'The balance is what was on the card when this pass was made.',
  },
  colours: { background: '#7a1f2b', ink: '#ffffff', label: '#f5e6d8' },
  icon: undefined,
  iconUrl: 'https://order.bella.example/pictures/icon-512.png',
  ...changes,
})

let sandbox: SandboxKeys
/** Another installation's keys. */
let other: SandboxKeys
beforeAll(async () => {
  sandbox = readSandboxKeys(await makeSandboxKeys())
  other = readSandboxKeys(await makeSandboxKeys())
})
const wallet = () => signedWallet({ keys: new Map(), sandbox: async () => sandbox })
const apple = async (changes: Partial<GiftPass> = {}) =>
  openPass(await wallet().applePass('bella', pass(changes)))

describe('an Apple pass', () => {
  it('says what a store card must, with the barcode of the counter, and money as text', async () => {
    const { pass: said } = await apple()
    expect(said).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: sandbox.apple.passTypeId,
      teamIdentifier: sandbox.apple.teamId,
      organizationName: 'Bella Trattoria',
      description: 'Bella Trattoria gift card',
      backgroundColor: 'rgb(122, 31, 43)',
      foregroundColor: 'rgb(255, 255, 255)',
      expirationDate: '2028-01-01T05:00:00Z',
      locations: [{ latitude: 40.7466, longitude: -74.0022, relevantText: 'Your Bella Trattoria gift card' }],
      barcodes: [
        {
          format: 'PKBarcodeFormatCode128',
          message: '4207193355018842',
          messageEncoding: 'iso-8859-1',
          altText: '4207 1933 5501 8842',
        },
      ],
    })
    const { primaryFields, secondaryFields, backFields } = said.storeCard
    expect(primaryFields).toEqual([{ key: 'balance', label: 'BALANCE', value: '$1,234.56' }])
    expect(secondaryFields.map(({ label, value }) => [label, value])).toEqual([
      ['BALANCE AS OF', '2026-11-24T17:00:00Z'],
      ['EXPIRES', '12/31/2027'],
    ])
    expect(backFields.map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        '412 West 22nd Street\nGround floor\nNew York, NY 10011',
        '(212) 555-0142',
        'https://order.bella.example',
      ]),
    )
  })

  it('contains its pictures in three sizes, each in the manifest with its SHA-1', async () => {
    const plain = await apple()
    expect(sizesOf(plain)).toEqual({
      'icon.png': '29x29',
      'icon@2x.png': '58x58',
      'icon@3x.png': '87x87',
      'logo.png': '50x50',
      'logo@2x.png': '100x100',
      'logo@3x.png': '150x150',
    })
    // A merchant's own icon is used; a file that is no picture is ignored.
    const own = await apple({ icon: plain.files['logo@3x.png'], colours: pass().colours })
    expect(sizesOf(own)['icon@3x.png']).toBe('87x87')
    expect(sizesOf(await apple({ icon: Buffer.from('no picture') }))['icon.png']).toBe('29x29')
  })

  it('is signed over its manifest, and a changed manifest is found out', async () => {
    const opened = await apple()
    expect(isSigned(opened, sandbox.root)).toBe(true)
    const changed = { ...opened, files: { ...opened.files, 'manifest.json': Buffer.from('{}') } }
    expect(isSigned(changed, sandbox.root)).toBe(false)
    expect(isSigned(opened, other.root)).toBe(false)
  })

  it.skipIf(!hasOpenssl)('verifies with the openssl command, the root alone in hand', async () => {
    const opened = await apple()
    expect(askOpenssl(opened, sandbox.root)).toMatchObject({ status: 0 })
    const changed = { ...opened, files: { ...opened.files, 'manifest.json': Buffer.from('{}') } }
    expect(askOpenssl(changed, sandbox.root).status).not.toBe(0)
    expect(askOpenssl(opened, other.root).status).not.toBe(0)
  })
})

describe('a link into Google Wallet', () => {
  const read = async (changes: Partial<GiftPass> = {}) => {
    const url = new URL(await wallet().googleLink('bella', pass(changes)), 'https://order.bella.example')
    const jwt = url.searchParams.get('jwt')!
    const verified = await jwtVerify(jwt, await importSPKI(sandbox.google.publicKey, 'RS256'), {
      audience: 'google',
      issuer: sandbox.google.email,
      currentDate: new Date(noon),
    })
    return { url, jwt, ...verified }
  }

  it('is a signed gift card with its class', async () => {
    const { url, payload, protectedHeader } = await read()
    expect(url.origin + url.pathname).toBe('https://order.bella.example/sandbox/wallet/save')
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' })
    const classId = `${sandbox.google.issuerId}.bella-gift-card`
    expect(payload).toMatchObject({
      typ: 'savetowallet',
      origins: ['https://order.bella.example'],
      payload: {
        giftCardClasses: [
          {
            id: classId,
            merchantName: 'Bella Trattoria',
            reviewStatus: 'UNDER_REVIEW',
          },
        ],
        giftCardObjects: [
          {
            id: `${sandbox.google.issuerId}.${pass().serial}`,
            classId,
            state: 'ACTIVE',
            cardNumber: '4207193355018842',
            balance: { micros: '1234560000', currencyCode: 'USD' },
            balanceUpdateTime: { date: '2026-11-24T17:00:00.000Z' },
            barcode: { type: 'CODE_128', value: '4207193355018842' },
            validTimeInterval: { end: { date: '2028-01-01T05:00:00.000Z' } },
          },
        ],
      },
    })
  })

  it('stays as short as Google takes: the place goes first, then the address', async () => {
    const short = await read({ restaurant: 'Pearl', address: ['1 Elm Street'], iconUrl: undefined })
    const shortText = JSON.stringify(short.payload)
    expect([shortText.includes('1 Elm Street'), shortText.includes('-74.0022')]).toEqual([true, true])
    const longer = await read()
    const longerText = JSON.stringify(longer.payload)
    expect([longerText.includes('Ground floor'), longerText.includes('-74.0022')]).toEqual([true, false])
    const long = await read({ address: ['a street '.repeat(60)] })
    expect(JSON.stringify(long.payload)).not.toContain('a street')
    for (const { jwt } of [short, longer, long]) expect(jwt.length).toBeLessThanOrEqual(1800)
  })
})

describe('whose keys sign', () => {
  it('signs with the merchant’s keys, else the sandbox’s, else offers no pass', async () => {
    const keys = new Map([['bella', { apple: other.apple, google: other.google }]])
    const both = signedWallet({ keys, sandbox: async () => sandbox })
    expect(isSigned(openPass(await both.applePass('bella', pass())), other.root)).toBe(true)
    expect(isSigned(openPass(await both.applePass('smoke', pass())), sandbox.root)).toBe(true)
    expect(await both.googleLink('bella', pass())).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/)
    expect([both.isSandbox('bella', 'apple'), both.isSandbox('smoke', 'apple')]).toEqual([false, true])

    const bare = signedWallet({ keys, sandbox: undefined })
    expect(bare.offered('bella', noon)).toEqual(['apple', 'google'])
    expect(bare.offered('smoke', noon)).toEqual([])
    await expect(bare.applePass('smoke', pass())).rejects.toThrow('smoke has no keys for this wallet')
    // Apple's certificates last a year: a phone rejects passes signed with an expired one.
    expect(bare.offered('bella', other.apple.endsAtMs)).toEqual(['google'])
  })

  it('are looked at before they are used, and the wrong one is named', async () => {
    const files = { ...sandbox.apple, passphrase: undefined }
    expect(appleKeysOf(files)).toEqual(sandbox.apple)
    const wrong = [
      [{ key: other.apple.key }, 'key does not belong to certificate'],
      [{ wwdr: other.apple.wwdr }, 'wwdr is not the certificate that issued certificate'],
      [{ certificate: 'nothing' }, 'certificate is no certificate in PEM'],
      [{ key: 'nothing' }, 'key is no private key in PEM, or needs a passphrase'],
      [
        { passTypeId: 'pass.somebody.else' },
        `pass_type_id is not what certificate was issued for (UID=${sandbox.apple.passTypeId})`,
      ],
      [{ passTypeId: 'giftcard' }, 'pass_type_id must begin with "pass."'],
      [
        { teamId: 'ABCDE12345' },
        `team_id is not what certificate was issued for (OU=${sandbox.apple.teamId})`,
      ],
      [{ teamId: 'team' }, 'team_id must be the ten letters and digits of the Apple developer team'],
    ] as const
    for (const [change, message] of wrong) expect(() => appleKeysOf({ ...files, ...change })).toThrow(message)
  })
})
