import { listWaiting } from '#db/outbox.ts'
import { type Observer, observeActiveTicket } from '#db/observe.ts'
import { appendOffered } from '#db/offers.ts'
import { appendOwnChanges, findActiveTicket, saveContact } from '#db/tickets.ts'
import { findUser } from '#db/users.ts'
import { writeWithRoom } from '#db/with-room.ts'
import { discardChange } from '#db/waiting.ts'
import { wait } from '#lib/ports/wait.ts'
import { observeAgain } from '#lib/query/observe-again.ts'
import type { ChangeOutcome, Services } from '#lib/query/services.ts'
import { mergeIntoLine } from '#lib/sync/merge-into-line.ts'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import type { Session } from '#lib/session/session.ts'
import { inBackground, coalesce } from './sender.ts'

/** How long a form waits for the restaurant's answer before it continues with what the device has (ms). */
const timeoutMs = 4000

type Ports = Pick<Services, 'db' | 'clock' | 'ids' | 'locationId' | 'flush'> & { session: Session }

/** Saves a change of the order, and finds out what became of it. */
export function ticketServices({
  db,
  clock,
  ids,
  locationId,
  flush,
  session,
}: Ports): Pick<
  Services,
  'record' | 'recordOneMore' | 'recordOffered' | 'outcomeOf' | 'observeTicket' | 'discard' | 'keepContact'
> {
  const who = () => ({ locationId, principal: session.principal() })
  return {
    async record(change, ...others) {
      const changes = [change, ...others].map((one) => ({ opId: ids.uuid(), change: one }))
      const start = { draftId: ids.uuid(), createOpId: ids.uuid() }
      await appendOwnChanges(db, who(), start, changes, clock.now())
      inBackground(flush())
      return changes[0]!.opId
    },
    async recordOneMore(change) {
      const opId = ids.uuid()
      const start = { draftId: ids.uuid(), createOpId: ids.uuid() }
      // Computed from the stored rows in one transaction: a screen may not show the previous tap yet, and another tab may add the same dish now.
      await writeWithRoom(db, [db.sessions, db.tickets, db.outbox], async () => {
        const active = await findActiveTicket(db, locationId, who().principal)
        const view = active && viewTicket(active.row, active.pending, undefined)
        await appendOwnChanges(db, who(), start, [{ opId, change: mergeIntoLine(view, change) }], clock.now())
      })
      inBackground(flush())
      return opId
    },
    async recordOffered(offer, wanted) {
      const changes = wanted.map((change) => ({ opId: ids.uuid(), change }))
      const start = { draftId: ids.uuid(), createOpId: ids.uuid() }
      await appendOffered(db, offer, who(), start, changes, clock.now())
      inBackground(flush())
    },
    async outcomeOf(opId): Promise<ChangeOutcome> {
      await Promise.race([flush(), wait(timeoutMs)])
      const { principal } = who()
      const refusals = (await findActiveTicket(db, locationId, principal))?.row.refusals ?? []
      const ofUser = (await findUser(db, locationId, principal))?.refusal
      const refusal = [...refusals, ...(ofUser ? [ofUser] : [])].find((one) => one.opId === opId)
      if (refusal) return { state: 'refused', messages: refusal.messages }
      return {
        state: (await listWaiting(db, locationId)).some((op) => op.opId === opId) ? 'waiting' : 'sent',
      }
    },
    discard: (opId) => discardChange(db, who(), opId),
    keepContact: createContactStore(db),
    observeTicket(listener) {
      followPrincipal(session, (principal) =>
        // A store that failed counts as no ticket; after a single failed read the last state is kept.
        observeAgain(observeActiveTicket(db, locationId, principal), {
          next: listener,
          lost: () => listener(undefined),
        }),
      )
    },
  }
}

/** Observes a principal's data, and starts again when the principal changes. */
export function followPrincipal(
  session: Pick<Session, 'principal' | 'subscribe'>,
  observe: (principal: string) => Observer | undefined,
): void {
  let observer = observe(session.principal())
  session.subscribe(() => {
    observer?.unsubscribe()
    observer = observe(session.principal())
  })
}

/** Every key is a change, and the store may be slower than a typist. Only the newest text is written, so that closing the page loses next to nothing. */
function createContactStore(db: Services['db']): Services['keepContact'] {
  const newest = new Map<string, Parameters<Services['keepContact']>[1]>()
  const save = coalesce(async () => {
    for (const [draftId, contact] of newest) {
      newest.delete(draftId)
      await saveContact(db, draftId, contact)
    }
  })
  return (draftId, contact) => {
    newest.set(draftId, contact)
    return save()
  }
}
