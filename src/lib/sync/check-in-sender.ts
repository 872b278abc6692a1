import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import { type CheckInOp, isCheckInOp, markChangeSent } from '#db/outbox.ts'
import { acknowledgeCheckIn, findPlaced, refuseCheckIn } from '#db/placed-orders.ts'
import { requireNoError } from '#lib/errors/answer-error.ts'
import type { ChangeSender } from './change-sender.ts'

const tooLate =
  'This was tapped more than 30 minutes ago and did not reach the restaurant. Please call, or tap again if you are still there.'

/**
 * I'M HERE is harmless when it is late or sent twice, since the first one counts and has the time of its tap. It may be sent with no window open; after half an
 * hour it helps nobody.
 */
export const checkInSender: ChangeSender<CheckInOp> = {
  tooLate: [tooLate],
  owns: isCheckInOp,
  streamOf: (op) => `check-in ${op.change.ticketId}`,
  async send({ db, api, now }, op) {
    if (!(await markChangeSent(db, op))) return
    const { ticketId, body } = op.change
    // Looked up only now, so that a pending change holds nothing that a stranger could use.
    const orderKey = (await findPlaced(db, op, ticketId))?.row.ticket.order_key
    const { ticket_order } = await api.send(ticketEndpoints.checkIn, {
      params: { id: ticketId },
      body,
      key: op.opId,
      as: op.as,
      orderKey,
    })
    requireNoError(ticket_order)
    await acknowledgeCheckIn(db, op, ticket_order, now())
  },
  refuse: refuseCheckIn,
  drop: refuseCheckIn,
}
