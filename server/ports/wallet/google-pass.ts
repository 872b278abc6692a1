import { SignJWT } from 'jose'
import type { Cents } from '#contract/money.ts'
import { groupCardNumber } from '#contract/rules/card.ts'
import type { GoogleKeys } from './google-keys.ts'
import type { GiftPass } from './wallet.ts'

/** One cent is ten thousand micros, Google's millionths of a dollar. */
export const microsPerCent = 10_000

/** The longest link that Google is sure to accept (Google Wallet API, *JWT*). */
const longestJwt = 1800

/** A signed card for Google Wallet (JWT, RS256), with its class: Google creates both when the guest saves it. */
export async function googleJwt(pass: GiftPass, keys: GoogleKeys): Promise<string> {
  // If the link would become too long for Google, optional parts are left out: first the coordinates, then the address.
  const shorter = { ...pass, coordinates: undefined }
  for (const one of [pass, shorter]) {
    const jwt = await sign(one, keys, payloadOf(one, keys))
    if (jwt.length <= longestJwt) return jwt
  }
  return await sign(pass, keys, payloadOf({ ...shorter, address: [] }, keys))
}

const sign = (pass: GiftPass, { email, key }: GoogleKeys, payload: object): Promise<string> =>
  new SignJWT({ iss: email, aud: 'google', typ: 'savetowallet', origins: [pass.origin], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt(new Date(pass.asOfMs))
    .sign(key)

/** One `GiftCardClass` and one `GiftCardObject` (Google Wallet API, REST reference). */
function payloadOf(pass: GiftPass, { issuerId }: GoogleKeys): object {
  const { restaurant, cardNumber, expiry, iconUrl, address, phone, coordinates } = pass
  const classId = `${issuerId}.${pass.program}`
  return {
    giftCardClasses: [
      {
        id: classId,
        issuerName: restaurant,
        merchantName: restaurant,
        reviewStatus: 'UNDER_REVIEW',
        hexBackgroundColor: pass.colours.background,
        ...(coordinates && { merchantLocations: [coordinates] }),
        ...(iconUrl !== undefined && { programLogo: { sourceUri: { uri: iconUrl } } }),
      },
    ],
    giftCardObjects: [
      {
        id: `${issuerId}.${pass.serial}`,
        classId,
        state: 'ACTIVE',
        cardNumber,
        balance: microsOf(pass.balanceCents),
        balanceUpdateTime: { date: new Date(pass.asOfMs).toISOString() },
        barcode: { type: 'CODE_128', value: cardNumber, alternateText: groupCardNumber(cardNumber) },
        ...(expiry && { validTimeInterval: { end: { date: new Date(expiry.endsAtMs).toISOString() } } }),
        ...(address.length > 0 && {
          textModulesData: [{ id: 'address', header: restaurant, body: [...address, phone].join('\n') }],
        }),
      },
    ],
  }
}

/** Google's money: an integer as text, in millionths of the currency. */
const microsOf = (cents: Cents) => ({ micros: String(cents * microsPerCent), currencyCode: 'USD' })
