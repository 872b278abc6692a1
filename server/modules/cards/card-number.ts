import type { Ids } from '#contract/ports.ts'

const smallest = 10n ** 15n
const count = 9n * smallest

/**
 * A new card number: one of 9·10¹⁵, all 16 digits random, never starting with 0, which some registers drop. No prefix, sequence or check digit: each would
 * leave one digit less to guess (docs/faults.md, X4). The secret has 128 bits or more, so the modulo favors no number by more than one in 10²².
 */
export const newCardNumber = (ids: Ids): string => String(smallest + (numberOf(ids.secret()) % count))

/** Crockford's base 32: no letter that looks like a digit, and few that form words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 16

/** A new claim code as it is mailed, `7Q4K-…` in four groups: 80 random bits. */
export function newClaimCode(ids: Ids): string {
  let rest = numberOf(ids.secret())
  let code = ''
  while (code.length < codeLength) {
    code += alphabet[Number(rest % 32n)]
    rest /= 32n
  }
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

const numberOf = (secret: string): bigint => BigInt(`0x${Buffer.from(secret, 'base64url').toString('hex')}`)
