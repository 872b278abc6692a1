import { createHash } from 'node:crypto'
import { isPhone, phoneDigits } from '#contract/rules/phone.ts'
import type { Queryable } from '#server/db/database.ts'
import { getUser } from '#server/modules/accounts/users.ts'

/**
 * Identifies who uses a promo code (decision 034). A member is their account and its email; a guest is their email and phone. A use is stored under all of
 * these, so that yesterday's guest is recognized today. Stored as hashes: the table of uses must not become another address book.
 */

export type Buying = {
  locationId: string
  userId: string | undefined
  email: string
  /** In any spelling; empty where none is asked for. */ phone: string
}

export type Person = {
  /** What to search earlier uses by. */
  known: string[]
  /** What to store this use under. */
  kept: string[]
}

/** The buyer, as hashes; both empty when nothing is known of them yet. */
export async function personOf(tx: Queryable, { locationId, userId, email, phone }: Buying): Promise<Person> {
  const key = (kind: string, value: string): string[] =>
    value === '' ? [] : [createHash('sha256').update(`${locationId}\n${kind}\n${value}`).digest('base64url')]
  const typed = [...key('email', mailboxOf(email)), ...key('phone', isPhone(phone) ? phoneDigits(phone) : '')]
  if (userId === undefined) return { known: typed, kept: typed }
  const user = await getUser(tx, locationId, userId)
  const own = [...key('user', userId), ...key('email', mailboxOf(user.email))]
  // Two members may well share a phone: what they type identifies a later guest, but no other member.
  return { known: own, kept: [...new Set([...own, ...typed])] }
}

/** Normalizes an email to one text per mailbox: ignores capitals, what follows a `+`, and Gmail's dots. Empty for an invalid email. */
function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.trim().toLowerCase().split('@')
  if (local === '' || host === '') return ''
  const plain = local.replace(/\+.*$/, '')
  const gmail = host === 'gmail.com' || host === 'googlemail.com'
  return `${gmail ? plain.replaceAll('.', '') : plain}@${gmail ? 'gmail.com' : host}`
}
