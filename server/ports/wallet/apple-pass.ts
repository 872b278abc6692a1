import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { currencyText } from '#contract/currency-text.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { AppleKeys } from './apple-keys.ts'
import { passPictures, rgbOf } from './pass-pictures.ts'
import { signManifest } from './sign-manifest.ts'
import type { GiftPass } from './wallet.ts'

/** A zip has no time zone and no dates before 1980: a fixed date makes the same card at the same time produce the same file. */
const zipEpoch = Date.UTC(2020, 0, 1)

/** A `.pkpass`: the pass's content, its pictures, the SHA-1 of each, and the signature over those. */
export function applePassFile(pass: GiftPass, keys: AppleKeys): Uint8Array {
  const files: Record<string, Uint8Array> = {
    'pass.json': jsonBytes(passJson(pass, keys)),
    ...passPictures(pass),
  }
  const manifest = jsonBytes(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, sha1(content)])),
  )
  return zipSync(
    { ...files, 'manifest.json': manifest, signature: signManifest(manifest, keys, pass.asOfMs) },
    { mtime: zipEpoch },
  )
}

const jsonBytes = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)

/** SHA-1, as Apple's format requires: the signature over the list protects the pass. */
const sha1 = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex')

/** `pass.json` of a store card (Apple's Wallet Passes, *Pass*). Money is text: Wallet would otherwise format it by the phone's settings. */
export function passJson(
  pass: GiftPass,
  { passTypeId, teamId }: Pick<AppleKeys, 'passTypeId' | 'teamId'>,
): object {
  const { restaurant, cardNumber, colours, expiry, coordinates, words } = pass
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: pass.serial,
    organizationName: restaurant,
    description: words.description,
    logoText: restaurant,
    backgroundColor: rgbText(colours.background),
    foregroundColor: rgbText(colours.ink),
    labelColor: rgbText(colours.label),
    // Whoever has the number has the money: a pass must not be shared with one tap.
    sharingProhibited: true,
    barcodes: [
      {
        format: 'PKBarcodeFormatCode128',
        message: cardNumber,
        messageEncoding: 'iso-8859-1',
        altText: groupCardNumber(cardNumber),
      },
    ],
    // Shows on the lock screen near the restaurant.
    ...(coordinates && { locations: [{ ...coordinates, relevantText: words.relevant }] }),
    ...(expiry && { expirationDate: isoOf(expiry.endsAtMs) }),
    storeCard: {
      primaryFields: [{ key: 'balance', label: words.balance, value: currencyText(pass.balanceCents) }],
      secondaryFields: [
        {
          key: 'as-of',
          label: words.balanceAsOf,
          value: isoOf(pass.asOfMs),
          dateStyle: 'PKDateStyleMedium',
          timeStyle: 'PKDateStyleShort',
        },
        // As text: in another time zone a phone would show the day before or after.
        ...(expiry ? [{ key: 'expires', label: words.expires, value: expiry.day }] : []),
      ],
      backFields: backFields(pass),
    },
  }
}

const backFields = ({ restaurant, address, phone, origin, cardNumber, words }: GiftPass) => [
  { key: 'number', label: words.cardNumber, value: groupCardNumber(cardNumber) },
  { key: 'restaurant', label: restaurant, value: address.join('\n') },
  { key: 'phone', label: words.phone, value: phone },
  { key: 'website', label: words.website, value: origin },
  { key: 'note', label: words.about, value: words.note },
]

const rgbText = (hex: string): string => `rgb(${rgbOf(hex).join(', ')})`

/** In whole seconds: Wallet accepts no fractions. */
const isoOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
