import { Temporal } from 'temporal-polyfill'
import { minimumContrast, contrast, nearestReadable } from '#contract/contrast.ts'
import { t, translateAnswer } from '#contract/language.ts'
import type { PageLanguage } from '#contract/languages/all.ts'
import { isoOfBirthday } from '#contract/rules/account.ts'
import type { Card } from '#contract/schemas/card.ts'
import { cardLook } from '#contract/rules/card-look.ts'
import { giftInks } from '#contract/rules/gift-design.ts'
import type { ThemeColours } from '#contract/schemas/location.ts'
import { inLanguage } from '#server/merchants/in-language.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { GiftPass, PassColours, PassWords } from '#server/ports/wallet/wallet.ts'
import { findPassIcon } from './pass-icon.ts'

export type PassPorts = {
  cipher: DataCipher
  merchantsDir: string
  /** The portal's address. */
  origin(merchant: Merchant): string
}

/** A card as a pass at an instant (ms), in a language. The pass does not carry the card's id, which is the link that a gift is given away with. */
export function passOfCard(
  { cipher, merchantsDir, origin }: PassPorts,
  merchant: Merchant,
  card: Card,
  { language, nowMs }: { language: PageLanguage; nowMs: number },
): GiftPass {
  const { location, host } = merchant
  const icon = findPassIcon(merchantsDir, merchant)
  // In the colors of its kind, whatever its gift design: a wallet shows all of a restaurant's cards together.
  const look = card.program.design ?? cardLook(card).design
  return {
    serial: cipher.hash(`wallet pass\n${merchant.locationId}\n${card.id}`),
    program: `${merchant.label}-${card.program.external_id}`,
    restaurant: location.name,
    cardNumber: card.card_number,
    balanceCents: card.balance,
    asOfMs: nowMs,
    expiry: inLanguage(merchant, language, () => expiryOf(card, location.time_zone)),
    address: [
      location.address1,
      location.address2,
      `${location.city}, ${location.state} ${location.zip}`,
    ].filter((line) => line !== ''),
    phone: location.phone,
    coordinates: merchant.coordinates,
    origin: origin(merchant),
    words: inLanguage(merchant, language, () => wordsOf(location.name)),
    colours: look
      ? passColours({ brand: look.ground, brandInk: giftInks[look.ink] })
      : passColours(host.theme.colours.light),
    icon: icon?.content,
    iconUrl: icon && `${origin(merchant)}/pictures/${icon.name}`,
  }
}

const wordsOf = (restaurant: string): PassWords => ({
  description: t`${restaurant} gift card`,
  relevant: t`Your ${restaurant} gift card`,
  balance: t('BALANCE'),
  balanceAsOf: t('BALANCE AS OF'),
  expires: t('EXPIRES'),
  cardNumber: t('Card number'),
  phone: t('Phone'),
  website: t('Website'),
  about: t('About this pass'),
  note: t(
    'The balance is what was on the card when this pass was made, and does not change by itself. For the balance now, look at your card on our website, or ask at the counter. Whoever has the number has the card.',
  ),
})

function expiryOf(card: Card, timeZone: string): GiftPass['expiry'] {
  const day = card.pretty_expiration_date
  const iso = card.has_expiration_date && day !== undefined ? isoOfBirthday(day) : undefined
  if (day === undefined || iso === undefined) return undefined
  // Valid through its last day, in the restaurant's time zone.
  const next = Temporal.PlainDate.from(iso).add({ days: 1 })
  return { day: translateAnswer(day), endsAtMs: next.toZonedDateTime(timeZone).epochMilliseconds }
}

/** The restaurant's colors on the pass, with readable text. */
export function passColours({ brand, brandInk }: Pick<ThemeColours, 'brand' | 'brandInk'>): PassColours {
  const ink = contrast(brandInk, brand) >= minimumContrast ? brandInk : nearestReadable(brandInk, [brand])
  // Either white or black is readable on any color.
  const readable = ink ?? (contrast('#ffffff', brand) >= minimumContrast ? '#ffffff' : '#000000')
  return { background: brand, ink: readable, label: readable }
}
