import { createHash } from 'node:crypto'
import { phoneDigits } from '#contract/rules/phone.ts'
import type { Queryable } from '#server/db/database.ts'
import { getUser } from '#server/modules/accounts/users.ts'

/**
 * Who uses a promo code (decision 034). A member is their account and the address of it; a guest is their address and their phone. A use is kept under
 * all of these, so that whoever was a guest yesterday is known today. Kept as hashes: the table of uses is no second address book.
 */

export type Buying = {
  locationId: string
  userId: string | undefined
  email: string
  /** Any spelling; empty where none is asked for. */ phone: string
}

export type Person = {
  /** What an earlier use is looked for by. */
  known: string[]
  /** What this use is found by. */
  kept: string[]
}

/** The person who buys, as hashes. Nothing is known of whoever has not said who they are. */
export async function personOf(tx: Queryable, { locationId, userId, email, phone }: Buying): Promise<Person> {
  const key = (kind: string, value: string): string[] =>
    value === '' ? [] : [createHash('sha256').update(`${locationId}\n${kind}\n${value}`).digest('base64url')]
  const digits = phoneDigits(phone)
  const typed = [...key('email', mailboxOf(email)), ...key('phone', digits.length === 10 ? digits : '')]
  if (userId === undefined) return { known: typed, kept: typed }
  const user = await getUser(tx, locationId, userId)
  const own = [...key('user', userId), ...key('email', mailboxOf(user.email))]
  // Two members may well share a phone: what they type finds the guest who comes later, and no other member.
  return { known: own, kept: [...new Set([...own, ...typed])] }
}

/** One mailbox, one text: capitals and what stands after a `+` make no other, nor do Gmail's dots. Empty for what is no address. */
function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.trim().toLowerCase().split('@')
  if (local === '' || host === '') return ''
  const plain = local.replace(/\+.*$/, '')
  const gmail = host === 'gmail.com' || host === 'googlemail.com'
  return `${gmail ? plain.replaceAll('.', '') : plain}@${gmail ? 'gmail.com' : host}`
}
