import { createHash } from 'node:crypto'
import type { PageLanguage } from '#contract/languages/all.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { languageColumn, languageOfColumn } from '#server/plugins/language.ts'

/** Users in the database. */

export type UserRecord = {
  id: string
  email: string
  firstName: string
  lastName: string
  /** MM/DD/YYYY, or empty. */
  dob: string
  /** Ten digits, or empty. */
  phone: string
  address: string
  address2: string
  city: string
  state: string
  zip: string
  role: Role
  /** Undefined: the user signs in with a provider, or has yet to choose one. */
  passwordHash: string | undefined
  /** Undefined: nobody has confirmed the address yet. */
  confirmedAt: number | undefined
  customerId: string | undefined
  /** The language the owner last used while signed in: for emails that somebody else may have triggered. */
  language: PageLanguage
  /** Increases with each change; tells what version an edit was based on. */
  version: number
  createdAt: number
}

type UserRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  dob: string
  phone: string
  address: string
  address2: string
  city: string
  state: string
  zip: string
  role: UserRecord['role']
  password_hash: string | null
  confirmed_at: number | null
  customer_id: string | null
  language: string | null
  version: number
  created_at: number
}

const recordOf = (row: UserRow): UserRecord => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  dob: row.dob,
  phone: row.phone,
  address: row.address,
  address2: row.address2,
  city: row.city,
  state: row.state,
  zip: row.zip,
  role: row.role,
  passwordHash: row.password_hash ?? undefined,
  confirmedAt: row.confirmed_at ?? undefined,
  customerId: row.customer_id ?? undefined,
  language: languageOfColumn(row.language),
  version: row.version,
  createdAt: row.created_at,
})

/** An email as it is looked up: capitals do not make a second account for one mailbox. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase()

/** An email's hash in `sign_in_failures`, for known and unknown ones alike. */
export const emailHashOf = (locationId: string, email: string): string =>
  createHash('sha256')
    .update(`${locationId}\n${emailKeyOf(email)}`)
    .digest('base64url')

/** The user with an email. */
export async function findUserByEmail(
  database: Queryable,
  locationId: string,
  email: string,
): Promise<UserRecord | undefined> {
  const rows = await database.query<UserRow>(
    'SELECT * FROM users WHERE location_id = $1 AND email_key = $2',
    [locationId, emailKeyOf(email)],
  )
  return rows[0] && recordOf(rows[0])
}

/** The ids of the users with a phone number (ten digits): several may share one; at most the newest twenty are returned. */
export const listUserIdsByPhone = async (
  database: Queryable,
  locationId: string,
  phone: string,
): Promise<string[]> =>
  (
    await database.query<{ id: string }>(
      `SELECT id FROM users WHERE location_id = $1 AND phone <> '' AND right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) = $2 ORDER BY created_at DESC LIMIT 20`,
      [locationId, phone],
    )
  ).map(({ id }) => id)

/** The user with an email, locked until the transaction ends. */
export async function lockUserByEmail(
  tx: Transaction,
  locationId: string,
  email: string,
): Promise<UserRecord | undefined> {
  const rows = await tx.query<UserRow>(
    'SELECT * FROM users WHERE location_id = $1 AND email_key = $2 FOR UPDATE',
    [locationId, emailKeyOf(email)],
  )
  return rows[0] && recordOf(rows[0])
}

/** A user by id. Throws when there is none: a session or a link named it. */
export async function getUser(database: Queryable, locationId: string, id: string): Promise<UserRecord> {
  const rows = await database.query<UserRow>('SELECT * FROM users WHERE location_id = $1 AND id = $2', [
    locationId,
    id,
  ])
  if (!rows[0]) throw new Error('a user has gone')
  return recordOf(rows[0])
}

/** A user by id, locked until the transaction ends. Throws when there is none. */
export async function lockUser(tx: Transaction, locationId: string, id: string): Promise<UserRecord> {
  const rows = await tx.query<UserRow>('SELECT * FROM users WHERE location_id = $1 AND id = $2 FOR UPDATE', [
    locationId,
    id,
  ])
  if (!rows[0]) throw new Error('a user has gone')
  return recordOf(rows[0])
}

/** Inserts a new user. False when one with this email exists already. */
export async function insertUser(tx: Transaction, locationId: string, user: UserRecord): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO users (location_id, id, email, email_key, first_name, last_name, dob, phone, address, address2, city, state, zip, role,
       password_hash, confirmed_at, customer_id, version, created_at, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     ON CONFLICT (location_id, email_key) DO NOTHING RETURNING 1 AS inserted`,
    [
      locationId,
      user.id,
      user.email.trim(),
      emailKeyOf(user.email),
      user.firstName,
      user.lastName,
      user.dob,
      user.phone,
      user.address,
      user.address2,
      user.city,
      user.state,
      user.zip,
      user.role,
      user.passwordHash ?? null,
      user.confirmedAt ?? null,
      user.customerId ?? null,
      user.version,
      user.createdAt,
      languageColumn(user.language),
    ],
  )
  return rows.length > 0
}

/** The hashes of a staff member's earlier passwords, the newest first. */
export const listEarlierPasswords = async (
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<string[]> =>
  (
    await database.query<{ earlier_passwords: string[] }>(
      'SELECT earlier_passwords FROM users WHERE location_id = $1 AND id = $2',
      [locationId, userId],
    )
  )[0]?.earlier_passwords ?? []

/** Saves the changeable fields of a user as a new version. For staff, the last passwords are kept as well. Returns the user as saved. */
export function saveUser(tx: Transaction, locationId: string, user: UserRecord): UserRecord {
  const version = user.version + 1
  tx.later(
    `UPDATE users SET first_name = $3, last_name = $4, dob = $5, phone = $6, address = $7, address2 = $8, city = $9, state = $10, zip = $11,
       role = $12, password_hash = $13, confirmed_at = $14, version = $15, language = $16,
       earlier_passwords = CASE
         WHEN $12 = 'member' OR $13::text IS NULL THEN '[]'
         WHEN password_hash IS NULL OR password_hash IS NOT DISTINCT FROM $13 THEN earlier_passwords
         ELSE (jsonb_build_array(password_hash) || earlier_passwords) - 3 END
     WHERE location_id = $1 AND id = $2`,
    [
      locationId,
      user.id,
      user.firstName,
      user.lastName,
      user.dob,
      user.phone,
      user.address,
      user.address2,
      user.city,
      user.state,
      user.zip,
      user.role,
      user.passwordHash ?? null,
      user.confirmedAt ?? null,
      version,
      languageColumn(user.language),
    ],
  )
  return { ...user, version }
}

/** Saves a user's language. Not an edit: the version stays. */
export const saveUserLanguage = (
  tx: Transaction,
  locationId: string,
  userId: string,
  language: PageLanguage,
): void =>
  tx.later(
    'UPDATE users SET language = $3 WHERE location_id = $1 AND id = $2 AND language IS DISTINCT FROM $3',
    [locationId, userId, languageColumn(language)],
  )

/** A new user with nothing but an email, and a language. */
export const newUser = (
  id: string,
  email: string,
  createdAt: number,
  language: PageLanguage = 'en',
): UserRecord => ({
  id,
  email: email.trim(),
  firstName: '',
  lastName: '',
  dob: '',
  phone: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  role: 'member',
  passwordHash: undefined,
  confirmedAt: undefined,
  customerId: undefined,
  language,
  version: 1,
  createdAt,
})

/**
 * Stores the card provider's id of a user in place of `gone` (undefined: none yet). If another call was first, its id stays. Returns the user's current id;
 * undefined where the user was deleted.
 */
export async function replaceCustomerId(
  database: Queryable,
  locationId: string,
  userId: string,
  made: string,
  gone: string | undefined,
): Promise<string | undefined> {
  await database.query(
    'UPDATE users SET customer_id = $3 WHERE location_id = $1 AND id = $2 AND customer_id IS NOT DISTINCT FROM $4',
    [locationId, userId, made, gone ?? null],
  )
  const rows = await database.query<{ customer_id: string | null }>(
    'SELECT customer_id FROM users WHERE location_id = $1 AND id = $2',
    [locationId, userId],
  )
  return rows[0] && (rows[0].customer_id ?? made)
}

/** The display names of the providers that a user signs in with. */
export async function listLinkedProviders(
  database: Queryable,
  locationId: string,
  userId: string,
): Promise<string[]> {
  const rows = await database.query<{ provider: string }>(
    'SELECT DISTINCT provider FROM linked_accounts WHERE location_id = $1 AND user_id = $2 ORDER BY provider',
    [locationId, userId],
  )
  return rows.map(({ provider }) => `${provider[0]!.toUpperCase()}${provider.slice(1)}`)
}
