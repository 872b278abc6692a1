import { hourMs } from '#contract/durations.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import { isStaff, type Role } from '#contract/rules/roles.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { hostsOf } from '#server/merchants/repository.ts'
import { hashOfSecret } from '#server/plugins/auth.ts'
import { ProblemError } from '#server/plugins/problems.ts'

/** Links sent by email: each works once, is valid for an hour (an invitation for a week), and is stored as a hash. */

type LinkPurpose = 'reset' | 'unlock' | 'confirm' | 'invite'

const livesMs: Record<LinkPurpose, number> = {
  reset: hourMs,
  unlock: hourMs,
  confirm: hourMs,
  invite: 7 * 24 * hourMs,
}

const pages: Record<LinkPurpose, string> = {
  reset: '/resetpassword',
  unlock: '/unlockaccount',
  confirm: '/unlockaccount',
  invite: '/signup',
}

/** Creates a link's token for a user. Voids older links of the same purpose. */
export function issueLink(
  tx: Transaction,
  ports: { clock: Clock; ids: Ids },
  locationId: string,
  userId: string,
  purpose: LinkPurpose,
): string {
  const nowMs = ports.clock.now()
  const token = ports.ids.secret()
  voidLinks(tx, locationId, userId, [purpose], nowMs)
  tx.later(
    'INSERT INTO mail_links (location_id, token_hash, purpose, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [locationId, hashOfSecret(token), purpose, userId, nowMs, nowMs + livesMs[purpose]],
  )
  return token
}

/** Voids a user's links of these purposes. */
export function voidLinks(
  tx: Transaction,
  locationId: string,
  userId: string,
  purposes: readonly LinkPurpose[],
  nowMs: number,
): void {
  tx.later(
    `UPDATE mail_links SET used_at = $4 WHERE location_id = $1 AND user_id = $2 AND purpose = ANY (string_to_array($3, ',')) AND used_at IS NULL`,
    [locationId, userId, purposes.join(), nowMs],
  )
}

type UsedLink = { userId: string; purpose: LinkPurpose }

/** The user of a link's token, without using it up. */
export async function findLink(
  database: Queryable,
  locationId: string,
  token: string,
  purposes: readonly LinkPurpose[],
  nowMs: number,
): Promise<UsedLink | undefined> {
  const rows = await database.query<{ user_id: string; purpose: LinkPurpose }>(
    `SELECT user_id, purpose FROM mail_links
     WHERE location_id = $1 AND token_hash = $2 AND purpose = ANY (string_to_array($3, ',')) AND used_at IS NULL AND expires_at > $4`,
    [locationId, hashOfSecret(token), purposes.join(), nowMs],
  )
  return rows[0] && { userId: rows[0].user_id, purpose: rows[0].purpose }
}

/** Uses up a link. Undefined when it is unknown, expired, used or void; of several simultaneous uses only one gets it. */
export async function takeLink(
  tx: Transaction,
  locationId: string,
  token: string,
  purposes: readonly LinkPurpose[],
  nowMs: number,
): Promise<UsedLink | undefined> {
  const rows = await tx.query<{ user_id: string; purpose: LinkPurpose }>(
    `UPDATE mail_links SET used_at = $4 WHERE location_id = $1 AND token_hash = $2 AND purpose = ANY (string_to_array($3, ',')) AND used_at IS NULL AND expires_at > $4
     RETURNING user_id, purpose`,
    [locationId, hashOfSecret(token), purposes.join(), nowMs],
  )
  return rows[0] && { userId: rows[0].user_id, purpose: rows[0].purpose }
}

/** Those of these users whose invitation can still be used. */
export async function listInvited(
  database: Queryable,
  locationId: string,
  ids: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ user_id: string }>(
    `SELECT user_id FROM mail_links WHERE location_id = $1 AND user_id IN (SELECT unnest(string_to_array($2, ',')))
       AND purpose = 'invite' AND used_at IS NULL AND expires_at > $3`,
    [locationId, ids.join(','), nowMs],
  )
  return new Set(rows.map(({ user_id: id }) => id))
}

/** The role of a user who is not confirmed yet: the invitation's while its link is valid, else guest. */
export async function invitedRole(
  database: Queryable,
  locationId: string,
  { id, role }: { id: string; role: Role },
  nowMs: number,
): Promise<Role> {
  if (!isStaff(role)) return role
  const links = await database.query(
    `SELECT 1 AS good FROM mail_links WHERE location_id = $1 AND user_id = $2 AND purpose = 'invite' AND used_at IS NULL AND expires_at > $3`,
    [locationId, id, nowMs],
  )
  return links.length > 0 ? role : 'member'
}

/** 422: what is wrong with a link and what to do; the same for every reason. */
export const linkInvalid = (message: string): ProblemError => new ProblemError(422, 'link_invalid', message)

/** What links to this server start with. `port` is the one it listens on; undefined where no real server runs. */
export type ServerAddress = { production: boolean; port: number | undefined }

/**
 * A link for an email. Its host is one that the merchant's file registers: `destination` only chooses among those, and neither Host nor X-Forwarded-Host is
 * read (reliability X7, X8). If it names none of them, the merchant's admin address is used (specification §7).
 */
export function linkUrl(
  merchant: Merchant,
  destination: string,
  purpose: LinkPurpose,
  token: string,
  reached: ServerAddress,
): string {
  const url = new URL(pages[purpose], baseOf(merchant, destination, reached))
  url.searchParams.set('token', token)
  return url.href
}

/** The address of a page without a token, by the same rules. */
export const pageUrl = (
  merchant: Merchant,
  destination: string,
  path: string,
  reached: ServerAddress,
): string => new URL(path, baseOf(merchant, destination, reached)).href

function baseOf(merchant: Merchant, destination: string, { production, port }: ServerAddress): string {
  const admin = findWebUrl(merchant.host.adminURL)
  // `label.localhost` belongs to every merchant, but only on the machine of somebody trying out Larder.
  const registered = [...(admin ? [admin.hostname] : []), ...hostsOf(merchant)].filter(
    (host) => !production || !isLocal(host),
  )
  const wanted = findWebUrl(destination)?.hostname
  const host =
    wanted !== undefined && registered.includes(wanted) ? wanted : (registered[0] ?? merchant.host.hosts[0]!)
  // The demo's files name the default port; a local server on another port is linked to by its own.
  if (isLocal(host)) return `http://${host}:${port ?? (admin?.port || 80)}`
  return admin && host === admin.hostname ? admin.origin : `https://${host}`
}

const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(host)

function findWebUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined
}
