import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { isFinished, isReadyToSubmit } from '#contract/rules/ticket.ts'
import type { Clock } from '#contract/ports.ts'
import type { ImportAndRedeemCardBody, TicketOrder } from '#contract/schemas/ticket-order.ts'
import { addAttempt, type AttemptRow, findAttempt, markSent, removeAttempt } from '#db/attempts.ts'
import type { LarderDatabase } from '#db/database.ts'
import { finishTicket, saveSnapshot } from '#db/tickets.ts'
import type { Api } from '#lib/api/client.ts'
import { type AppError, asAppError, changedNothing, isUnknownOutcome } from '#lib/errors/app-error.ts'

/**
 * Payments, redemptions and submits: sent only while the diner is there, each written down before it leaves, and resolved with the same key when its
 * answer never came (design/offline.md: a payment whose answer never came is *unknown*, not failed).
 */

export type AttemptPorts = {
  db: LarderDatabase
  api: Api
  clock: Clock
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
}

export type Outcome =
  /** Done, by the server's own word. */
  | { state: 'done'; ticket: TicketOrder }
  /** Definitely not done. The next try is a new attempt with a key of its own. */
  | { state: 'refused'; error: AppError }
  /** The card's bank asks for the diner: authenticate, then `resolveAttempt` repeats the call with the same key. */
  | { state: 'authenticate'; clientSecret: string }
  /** It never left this device, or the ticket says that it took no effect: nothing was taken. */
  | { state: 'unsent' }
  /** No answer: nothing is known, and nothing else may be paid on this ticket until it is. */
  | { state: 'unknown'; error: AppError }

const lockOf = (draftId: string): string => `larder:attempt:${draftId}`

/**
 * Writes an attempt down and sends it. Rejects when the device cannot write it: nothing is sent that could not be resolved later. `secret` is the body
 * of an `import-redeem`, which is sent and never written.
 */
export async function makeAttempt(ports: AttemptPorts, row: AttemptRow, secret?: ImportAndRedeemCardBody): Promise<Outcome> {
  return await ports.withLock(lockOf(row.draftId), async () => {
    await addAttempt(ports.db, row)
    return await send(ports, row, secret)
  })
}

/**
 * What became of the attempt that is written down for a draft; undefined when there is none. One that never left is given up: its diner is asked again
 * (reliability P1). Else looks at the ticket first, and only if that does not tell repeats the very same call: same key, same body.
 */
export async function resolveAttempt(ports: AttemptPorts, draftId: string): Promise<Outcome | undefined> {
  return await ports.withLock(lockOf(draftId), async () => {
    const row = await findAttempt(ports.db, draftId)
    if (!row) return undefined
    if (!row.sent) return await giveUp(ports, row, { state: 'unsent' })
    try {
      const { ticket_order } = await ports.api.get(ticketEndpoints.getTicket, { params: { id: row.ticketId } })
      if (isDone(row, ticket_order)) return await finish(ports, row, ticket_order)
      if (row.kind === 'import-redeem') return await leaveUndone(ports, row, ticket_order)
    } catch (cause) {
      const error = asAppError(cause)
      if (error.kind !== 'refused') return { state: 'unknown', error }
      if (row.kind === 'import-redeem') return await giveUp(ports, row, { state: 'refused', error })
    }
    return await send(ports, row)
  })
}

async function giveUp(ports: AttemptPorts, row: AttemptRow, outcome: Outcome): Promise<Outcome> {
  await removeAttempt(ports.db, row.key)
  return outcome
}

/**
 * The ticket shows no payment of a card by its number. Were the call still on its way, the next one would not fit the ticket that it then meets: each
 * says what is due, and the server takes that or nothing.
 */
async function leaveUndone(ports: AttemptPorts, row: AttemptRow, ticket: TicketOrder): Promise<Outcome> {
  await saveSnapshot(ports.db, row.draftId, ticket, ports.clock.now())
  return await giveUp(ports, row, { state: 'unsent' })
}

/** Gives an attempt up that is definitely not going through: its authentication failed or was cancelled. */
export async function abandonAttempt(ports: AttemptPorts, draftId: string): Promise<void> {
  const row = await findAttempt(ports.db, draftId)
  if (row) await removeAttempt(ports.db, row.key)
}

/** An order expires only while no money is on it: it was neither paid nor placed, and the call itself is told so. */
const isDone = (row: AttemptRow, ticket: TicketOrder): boolean =>
  ticket.status !== 'Expired' && (isFinished(ticket.status) || (pays(row) && isReadyToSubmit(ticket)) || showsPayment(row, ticket))

/** Once nothing is due, whatever was to pay it needs no asking again. */
const pays = ({ kind }: AttemptRow): boolean => kind !== 'submit' && kind !== 'release'

const showsPayment = (row: AttemptRow, ticket: TicketOrder): boolean => row.kind === 'import-redeem' && ticket.payments.length > row.paymentsBefore

async function send(ports: AttemptPorts, row: AttemptRow, secret?: ImportAndRedeemCardBody): Promise<Outcome> {
  await markSent(ports.db, row.key)
  try {
    const { ticket_order } = await post(ports.api, row, secret)
    return await finish(ports, row, ticket_order)
  } catch (cause) {
    const error = asAppError(cause)
    const clientSecret = error.details.problem?.client_secret
    if (error.code === 'authentication_required' && clientSecret !== undefined) return { state: 'authenticate', clientSecret }
    // Busy is no refusal: the first copy of this very call may still be at work on the other side.
    if (isUnknownOutcome(error) || (error.kind === 'busy' && !changedNothing(error)) || error.kind === 'unauthorized')
      return { state: 'unknown', error }
    await removeAttempt(ports.db, row.key)
    return { state: 'refused', error }
  }
}

async function post(api: Api, row: AttemptRow, secret: ImportAndRedeemCardBody | undefined): Promise<{ ticket_order: TicketOrder }> {
  const sent = { params: { id: row.ticketId }, key: row.key, as: row.as }
  switch (row.kind) {
    case 'payment':
      return await api.get(ticketEndpoints.payTicket, { ...sent, body: row.body })
    case 'redeem':
      return await api.get(ticketEndpoints.redeemCard, { ...sent, body: row.body })
    case 'reward':
      return await api.get(ticketEndpoints.redeemReward, { ...sent, body: row.body })
    case 'release':
      return await api.get(ticketEndpoints.releaseTenders, sent)
    case 'import-redeem':
      if (!secret) throw new Error('a card by its number is sent once')
      return await api.get(ticketEndpoints.importAndRedeemCard, { ...sent, body: secret })
    default:
      return await api.get(ticketEndpoints.submitTicket, { ...sent, body: row.body })
  }
}

async function finish({ db, clock }: AttemptPorts, row: AttemptRow, ticket: TicketOrder): Promise<Outcome> {
  await db.transaction('rw', [db.tickets, db.outbox, db.attempts, db.placedOrders], async () => {
    await removeAttempt(db, row.key)
    await saveSnapshot(db, row.draftId, ticket, clock.now())
    if (isFinished(ticket.status)) await finishTicket(db, row.draftId, ticket, clock.now())
  })
  return { state: 'done', ticket }
}
