import type { LarderDatabase } from './database.ts'
import { requirePrincipal } from './sessions.ts'
import { appendChanges, type AppendArguments, dismissRefusals, findTicket, forgetLost } from './tickets.ts'
import { writeWithRoom } from './with-room.ts'

/** What is put on the order anew: dishes of a ticket that is gone, or changes that were refused. */
export type Offer = { draftId: string; of: 'lost' | { refused: readonly string[] } }

/**
 * Appends changes for what a draft offers, and takes the offer away, in one transaction: taken in two tabs, or tried once more after a death in between, it is
 * on the order once. Tells whether it was still there. Throws SessionChangedError.
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
    // A draft that was over gave way to the new one, with what it offered.
    const left = (await findTicket(db, draftId)) ? draftId : taker
    if (of === 'lost') await forgetLost(db, left)
    else await dismissRefusals(db, left, of.refused)
    return true
  })
}
