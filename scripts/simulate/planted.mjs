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
    find: `    const { ticket_order } = made?.answer ?? (await call(api, op, row, time))`,
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
    file: 'src/db/set-back.ts',
    find: `Math.max(-1, ...items.map(({ index }) => index))`,
    replace: `Math.min(...items.map(({ index }) => index))`,
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
  {
    name: 'a promo code stays counted for an order that no longer has it',
    file: 'server/modules/promo/uses.ts',
    find: `SET taken = taken - 1 WHERE`,
    replace: `SET taken = taken WHERE`,
  },
  {
    name: 'a promo code that is used up still counts',
    file: 'server/modules/promo/uses.ts',
    find: `taken >= promo.uses) throw`,
    replace: `taken > promo.uses) throw`,
  },
  {
    name: 'tax is charged on what a promo code takes off',
    file: 'contract/pricing/ticket.ts',
    find: `taxTicket(ticket, discountCents, deliveryCents)`,
    replace: `taxTicket(ticket, 0, deliveryCents)`,
  },
  {
    name: 'two people refund the same dish at the same moment',
    file: 'server/modules/tickets/refund-order.ts',
    find: `if (body.left !== undefined && centsOf(`,
    replace: `if (body.left === 0 && centsOf(`,
  },
  {
    name: 'a refund whose answer was lost is repeated with a new key',
    file: 'server/modules/tickets/refunds.ts',
    find: `idempotencyKey: refundKey({ id, amountCents: nonTipCents + tipCents, outsideCents: due.outside_cents }),`,
    replace: `idempotencyKey: \`\${id}-\${takenMs}\`,`,
  },
  {
    name: 'a reload with a promo code puts only what was paid on the card',
    file: 'server/modules/card-orders/place.ts',
    find: `loadCard(tx, ports, merchant, { cardId, amountCents, orderId: order.id })`,
    replace: `loadCard(tx, ports, merchant, { cardId, amountCents: order.payment?.amountCents ?? amountCents, orderId: order.id })`,
  },
  {
    name: 'a slot stays taken by an order that is over',
    file: 'server/modules/tickets/capacity.ts',
    find: `SET taken = taken - 1 WHERE`,
    replace: `SET taken = taken WHERE`,
  },
  {
    name: 'an order for a later day goes to the kitchen at once',
    file: 'server/modules/kitchen/placing.ts',
    find: `const waits = isOff || !isDue(`,
    replace: `const waits = isOff && !isDue(`,
  },
  {
    name: 'a gift goes to the address that it was for first',
    file: 'server/modules/card-orders/gift-changes.ts',
    find: `if (goes) rescheduleDelivery(tx, ports, delivery, { sentTo, dueAt,`,
    replace: `if (goes) rescheduleDelivery(tx, ports, delivery, { sentTo: delivery.sentTo, dueAt,`,
  },
  {
    name: 'a gift for a later time is sent at once',
    file: 'server/modules/card-orders/place.ts',
    find: `Math.max(nowMs, giftTime?.atMs ?? 0)`,
    replace: `Math.max(nowMs, (giftTime?.atMs ?? 0) * 0)`,
  },
  {
    name: 'a card that is passed on keeps its balance',
    file: 'server/modules/cards/pass-on.ts',
    find: `SET balance_cents = balance_cents - $3 WHERE`,
    replace: `SET balance_cents = balance_cents - 0 * $3 WHERE`,
  },
  {
    name: 'a gift that was taken back keeps its money',
    file: 'server/modules/cards/pass-on.ts',
    find: `SET balance_cents = 0, status = 'disabled' WHERE`,
    replace: `SET status = 'disabled' WHERE`,
  },
  {
    name: 'a gift card whose money went back keeps its balance',
    file: 'server/modules/cards/replace.ts',
    find: `if (ends && balanceCents === amountCents) end(tx, { locationId }, cardId)`,
    replace: `if (ends && balanceCents === amountCents) tx.later('SELECT 1')`,
  },
  {
    name: 'a discount on gift cards is paid out',
    file: 'contract/pricing/card-refund.ts',
    find: `BigInt(face - discount) * BigInt(faceCents)`,
    replace: `BigInt(face) * BigInt(faceCents)`,
  },
  {
    name: 'a refund of gift cards whose answer was lost is repeated with a new key',
    file: 'server/modules/card-orders/refunds.ts',
    find: `idempotencyKey: refundKey({ id, amountCents, outsideCents }),`,
    replace: `idempotencyKey: \`\${id}-\${takenMs}\`,`,
  },
  {
    name: 'a refund stays owed that a bank has made',
    file: 'server/modules/tickets/disputed-payments.ts',
    find: `let left = lostCents - byBank`,
    replace: `let left = 0 * lostCents - byBank`,
  },
  {
    name: 'gift cards stay on hold after their payment’s dispute was won',
    file: 'server/modules/card-orders/outside-money.ts',
    find: "if (state === 'won') await releaseOrder(tx, ports, locationId, `dispute:${id}`)",
    replace: "if (state === 'won') await listOrderHolds(tx, locationId, orderId)",
  },
  {
    name: 'gift cards can be spent whose payment a bank has taken',
    file: 'server/modules/card-orders/outside-money.ts',
    find: 'else await holdOrder(tx, ports, locationId, orderId, `dispute:${id}`)',
    replace: "else if (state === 'inquiry') await holdOrder(tx, ports, locationId, orderId, `dispute:${id}`)",
  },
  {
    name: 'money that a bank gave back is missing in the books',
    file: 'server/modules/provider-events/record.ts',
    find: `const taken = isTaken(state) ? amountCents : 0`,
    replace: `const taken = isTaken(state) || state === 'won' ? amountCents : 0`,
  },
  {
    name: 'a gift by text message goes by email',
    file: 'server/modules/card-orders/place.ts',
    find: `{ channel: 'text' as const, sentTo`,
    replace: `{ channel: 'email' as const, sentTo`,
  },
  {
    name: 'another phone waits for the person of a deleted account',
    file: 'src/lib/session/session-manager.ts',
    find: `cause.code === 'account_deleted')`,
    replace: `cause.code === 'gone')`,
  },
  {
    name: 'a change that is too old by the phone’s clock is dropped without a word',
    file: 'src/lib/sync/drain.ts',
    find: `    await sender.refuse(db, op, sender.tooLate ?? tooOld, clock.now())`,
    replace: `    await db.outbox.delete(op.seq)`,
  },
  {
    name: 'a refund is not booked whose answer was lost and that the provider reports',
    file: 'server/modules/tickets/made-refunds.ts',
    find: `  if (part) await bookMade(`,
    replace: `  if (part && part.outside_cents > 0) await bookMade(`,
  },
  {
    name: 'a refund that the provider has made counts as made by a bank',
    file: 'server/modules/provider-events/record.ts',
    find: `return payable.ownRefundMade(tx, merchant, subject, { id, intentId, key: ownKey })`,
    replace: `return`,
  },
]
