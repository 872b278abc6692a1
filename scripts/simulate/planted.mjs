/**
 * Bugs of the kind that the simulator is meant to find, each a changed line of the product. `npm run simulate -- --planted` shows that each one is found, and
 * after how many sessions.
 * @type {{ name: string, file: string, find: string, replace: string }[]}
 */
export const planted = [
  {
    name: 'a waiting change is sent with a new key each time',
    file: 'src/lib/sync/ticket-sender.ts',
    find: `  { change, opId: key, as }: TicketOp,`,
    replace: `  { change, opId: key0, as, attempts, key = \`\${key0.slice(0, -1)}\${attempts % 10}\` }: TicketOp & { key?: string },`,
  },
  {
    name: 'a change leaves the outbox before it is answered',
    file: 'src/lib/sync/ticket-sender.ts',
    find: `    const { ticket_order } = made ?? (await call(api, op, row, time))`,
    replace: `    await removeChange(db, op)
    const { ticket_order } = await call(api, op, row, time)`,
  },
  {
    name: 'a server error counts as a refusal that is not shown',
    file: 'src/lib/sync/drain.ts',
    find: `      await postpone(db, op.seq, { attempts: op.attempts + 1, notBefore, tooOld: isTooOld(error) })`,
    replace: `      if (op.attempts > 1) await db.outbox.delete(op.seq)
      else await postpone(db, op.seq, { attempts: op.attempts + 1, notBefore, tooOld: isTooOld(error) })`,
  },
  {
    name: 'an abandoned paid order is never placed or refunded',
    file: 'server/modules/tickets/settler.ts',
    find: `nowMs - ticket.touchedAt >= paidWaitMs ? place(`,
    replace: `nowMs - ticket.touchedAt >= 1000 * paidWaitMs ? place(`,
  },
  {
    name: 'a change is sent for another line than was tapped',
    file: 'src/db/tickets.ts',
    find: `const newest = Math.max(-1, ...snapshot.items.map((line) => line.index))`,
    replace: `const newest = Math.min(...snapshot.items.map((line) => line.index))`,
  },
  {
    name: 'taps during the placing of an order are lost silently',
    file: 'src/db/tickets.ts',
    find: `    await db.tickets.put({ ...left, ...(lost.length > 0 && { lost }) })`,
    replace: `    void left`,
  },
  {
    name: 'a guest’s waiting change is sent as the person who has signed in',
    file: 'src/db/handover.ts',
    find: `if (unsent.includes(table)) await rows.modify({ principal, as: 'guest' })`,
    replace: `if (unsent.includes(table)) await rows.modify({ principal })`,
  },
  {
    name: 'signing out leaves the order on the phone',
    file: 'src/db/wipe.ts',
    find: `    for (const table of personalTables(db)) await table.clear()`,
    replace: `    for (const table of personalTables(db)) if (table.name !== 'tickets') await table.clear()`,
  },
  {
    name: 'the server does not store its answers',
    file: 'server/plugins/idempotency.ts',
    find: `    if (stored) return { reply: stored, replayed: true }`,
    replace: `    if (stored && claim.key === '') return { reply: stored, replayed: true }`,
  },
  {
    name: 'a charge whose answer was lost is repeated with a new key',
    file: 'server/modules/payments/ask.ts',
    find: 'idempotencyKey: `${keyPrefix}${attempt.id}` }',
    replace: 'idempotencyKey: `${keyPrefix}${attempt.id}-${clock.now()}` }',
  },
  {
    name: 'an unread refusal is deleted when the order is placed',
    file: 'src/db/tickets.ts',
    find: `    const refusals = [...unread, ...late]`,
    replace: `    const refusals = late`,
  },
  {
    name: 'a change that was sent can be withdrawn',
    file: 'src/db/waiting.ts',
    find: `    if (op.sent === true) return 'left'`,
    replace: ``,
  },
  {
    name: 'a gift card’s number is stored with its payment',
    file: 'src/features/checkout/tenders.ts',
    find: `{ ...attemptBase(services, view), ...what }, secret)`,
    replace: `{ ...attemptBase(services, view), ...what, ...{ secret } }, secret)`,
  },
  {
    name: 'a payment that waits for its bank is never given up',
    file: 'server/modules/payments/withdraw.ts',
    find: `      abandonAttempt(tx, locationId, attempt)
      return claim.withdraw()
    case 'abandoned'`,
    replace: `      return 'running'
    case 'abandoned'`,
  },
  {
    name: 'a reward that is taken off an order stays reserved for it',
    file: 'server/modules/tickets/release.ts',
    find: `  if (ticket.reward)
    freeReward(`,
    replace: `  if (false)
    freeReward(`,
  },
  {
    name: 'cards by post are sold without their postage',
    file: 'server/modules/card-orders/place.ts',
    find: `amountCents: shippingCents,`,
    replace: `amountCents: 0 * shippingCents,`,
  },
]
