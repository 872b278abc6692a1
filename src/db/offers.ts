import type { LarderDatabase } from './database.ts'
import { requirePrincipal } from './sessions.ts'
import { appendChanges, type AppendArguments, dismissRefusals, findTicket, forgetLost } from './tickets.ts'
import { writeWithRoom } from './with-room.ts'

/** What is added to the order again: dishes of a ticket that is gone, or changes that were refused. */
export type Offer = { draftId: string; of: 'lost' | { refused: readonly string[] } }

/**
 * Appends the changes that a draft offers and removes the offer, in one transaction: they are added once, even if two tabs accept the offer or it is retried
 * after a crash. Returns whether the offer was still there. Throws SessionChangedError.
 */
export async function appendOffered(
  db: LarderDatabase,
  { draftId, of }: Offer,
  ...[who, start, changes, now]: AppendArguments
): Promise<boolean> {
  return await writeWithRoom(db, [db.sessions, db.tickets, db.outbox], async () => {
    const row = await findTicket(db, draftId)
    if (!row) return false
    const refusals = of === 'lost' ? [] : row.refusals.filter(({ opId }) => of.refused.includes(opId))
    if (of === 'lost' ? !row.lost?.length : refusals.length === 0) return false
    await requirePrincipal(db, who.locationId, who.principal)
    const taker = changes.length > 0 ? await appendChanges(db, who, start, changes, now) : draftId
    // A finished draft was replaced by the new one, together with its offer.
    const left = (await findTicket(db, draftId)) ? draftId : taker
    if (of === 'lost') await forgetLost(db, left)
    else await dismissRefusals(db, left, of.refused)
    return true
  })
}
