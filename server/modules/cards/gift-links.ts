import type { Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { newClaimCode } from './card-number.ts'
import { hashOfClaimCode } from './claim-code.ts'

/** The link and the code that a gift is given away with, until somebody opens it (decision 052). */

/** How a statement finds the card of a link `$2`: by its own id, until it got a link of its own. */
export const byLink = '(c.link_id = $2 OR (c.link_id IS NULL AND c.id = $2))'

/** Writes down that a gift was opened, once, on hold or not: from then on its giver changes nothing of it. In one statement, so that of a change and an opening at once one is first. */
export const noteOpened = (
  database: Queryable,
  locationId: string,
  linkId: string,
  nowMs: number,
): Promise<unknown> =>
  database.query(
    `UPDATE cards c SET opened_at = $3 WHERE c.location_id = $1 AND ${byLink} AND c.opened_at IS NULL AND c.user_id IS NULL AND c.status IN ('active', 'frozen')`,
    [locationId, linkId, nowMs],
  )

type GiftUpdate = {
  cardId: string
  personalMessage: string
  /** A new link and a new code; the ones before lead nowhere from now on. */
  renew: boolean
}

/**
 * Changes what comes with a gift that nobody has opened. Gives the new claim code where there is one, and the card's last day (ISO date) where it has one;
 * undefined for a gift that was opened, is in an account or is not good any more.
 */
export async function updateUnopenedGift(
  tx: Transaction,
  { ids }: { ids: Ids },
  { locationId }: Pick<Merchant, 'locationId'>,
  { cardId, personalMessage, renew }: GiftUpdate,
): Promise<{ claimCode: string | undefined; expiresOn: string | undefined } | undefined> {
  const claimCode = renew ? newClaimCode(ids) : undefined
  const rows = await tx.query<{ expires_on: string | null }>(
    `UPDATE cards SET personal_message = $3, link_id = coalesce($4, link_id), claim_code_hash = coalesce($5, claim_code_hash)
     WHERE location_id = $1 AND id = $2 AND opened_at IS NULL AND user_id IS NULL AND status = 'active' RETURNING expires_on`,
    [
      locationId,
      cardId,
      personalMessage === '' ? null : personalMessage,
      renew ? ids.secret() : null,
      claimCode === undefined ? null : hashOfClaimCode(locationId, claimCode),
    ],
  )
  return rows[0] && { claimCode, expiresOn: rows[0].expires_on ?? undefined }
}
