import { Temporal } from 'temporal-polyfill'
import { minimumContrast, contrast, nearestReadable } from '#contract/contrast.ts'
import { isoOfBirthday } from '#contract/rules/account.ts'
import type { Card } from '#contract/schemas/card.ts'
import type { ThemeColours } from '#contract/schemas/location.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { GiftPass, PassColours } from '#server/ports/wallet/wallet.ts'
import { findPassIcon } from './pass-icon.ts'

export type PassPorts = {
  cipher: DataCipher
  merchantsDir: string
  /** Where a merchant's portal is. */
  origin(merchant: Merchant): string
}

/** A card as a pass of this moment (ms). The pass bears no id of the card: that is the link which a gift is given away with. */
export function passOfCard(
  { cipher, merchantsDir, origin }: PassPorts,
  merchant: Merchant,
  card: Card,
  nowMs: number,
): GiftPass {
  const { location, host } = merchant
  const icon = findPassIcon(merchantsDir, merchant)
  return {
    serial: cipher.hash(`wallet pass\n${merchant.locationId}\n${card.id}`),
    program: `${merchant.label}-gift-card`,
    restaurant: location.name,
    cardNumber: card.card_number,
    balanceCents: card.balance,
    asOfMs: nowMs,
    expiry: expiryOf(card, location.time_zone),
    address: [
      location.address1,
      location.address2,
      `${location.city}, ${location.state} ${location.zip}`,
    ].filter((line) => line !== ''),
    phone: location.phone,
    coordinates: merchant.coordinates,
    origin: origin(merchant),
    colours: passColours(host.theme.colours.light),
    icon: icon?.content,
    iconUrl: icon && `${origin(merchant)}/pictures/${icon.name}`,
  }
}

function expiryOf(card: Card, timeZone: string): GiftPass['expiry'] {
  const day = card.pretty_expiration_date
  const iso = card.has_expiration_date && day !== undefined ? isoOfBirthday(day) : undefined
  if (day === undefined || iso === undefined) return undefined
  // Good through its last day, in the restaurant's own time.
  const next = Temporal.PlainDate.from(iso).add({ days: 1 })
  return { day, endsAtMs: next.toZonedDateTime(timeZone).epochMilliseconds }
}

/** The restaurant's colours as the pass bears them: what is written on them can be read. */
export function passColours({ brand, brandInk }: Pick<ThemeColours, 'brand' | 'brandInk'>): PassColours {
  const ink = contrast(brandInk, brand) >= minimumContrast ? brandInk : nearestReadable(brandInk, [brand])
  // Of white and black one can be read on any colour.
  const readable = ink ?? (contrast('#ffffff', brand) >= minimumContrast ? '#ffffff' : '#000000')
  return { background: brand, ink: readable, label: readable }
}
