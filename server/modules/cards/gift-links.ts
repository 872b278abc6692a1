import type { Ids } from '#contract/ports.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { newClaimCode } from './card-number.ts'
import { hashOfClaimCode } from './claim-code.ts'

/** The link and the code of a gift, until somebody opens it (decision 052). */

/** SQL that finds the card of a link `$2`: by its own id, until it got a separate link id. */
export const byLink = '(c.link_id = $2 OR (c.link_id IS NULL AND c.id = $2))'

/**
 * Records, once, that a gift was opened, on hold or not: from then on its giver cannot change it. In one statement, so that either the change or the opening
 * comes first.
 */
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
  /** Creates a new link and a new code; the previous ones stop working. */
  renew: boolean
}

/**
 * Changes the details of an unopened gift. Returns the new claim code and the card's last day (ISO date), if there are any; undefined for a gift that was
 * opened, is in an account or is no longer valid.
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
