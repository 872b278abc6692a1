const at = (file, title) => `tests/server/${file}.test.ts › ${title}`

/** Orders: their price, their placing, and what takes them back. @type {import('../mutants.d.mts').Mutant[]} */
export const tickets = [
  {
    name: 'a gift card pays the tip where that is forbidden',
    file: 'server/modules/tickets/tenders.ts',
    find: `  if (taking.tipCents > 0 && !merchant.ordering.payTipsWithGiftCard)
    throw`,
    replace: `  if (taking.tipCents < 0 && !merchant.ordering.payTipsWithGiftCard)
    throw`,
    tests: [at('tips', 'is not paid by a gift card where that is forbidden')],
  },
  {
    name: 'a gift card pays more than is due',
    file: 'server/modules/tickets/tenders.ts',
    find: `  if (taking.amountCents > price.dueNonTipCents || taking.tipCents > price.dueTipCents)
    throw`,
    replace: `  if (taking.amountCents < 0)
    throw`,
    tests: [
      at('tenders', 'takes nothing when the order is another than the diner saw'),
      at('tips', 'is not paid by a gift card'),
    ],
  },
  {
    name: 'a gift card pays less of an order than its guest was shown',
    file: 'server/modules/tickets/tenders.ts',
    find: `  if ((!ticket.kept && taking.amountCents < amountCents) || taking.amountCents + taking.tipCents === 0)`,
    replace: `  if (amountCents < 0 || taking.amountCents + taking.tipCents === 0)`,
    tests: [at('tenders', 'takes nothing when the order is another than the diner saw')],
  },
  {
    name: 'a card of somebody else’s pays',
    file: 'server/modules/tickets/tenders.ts',
    find: `AND user_id IS NOT DISTINCT FROM $3 AND status <> 'pending' FOR UPDATE`,
    replace: `AND ($3::text IS NULL OR $3::text IS NOT NULL) AND status <> 'pending' FOR UPDATE`,
    tests: [at('tenders', 'is their own, good and there')],
  },
  {
    name: 'a card pays after its last day',
    file: 'server/modules/tickets/tenders.ts',
    find: `  if (!isGood(merchant, card, ports)) throw fieldProblem(422, 'card_id', cardExpired)\n`,
    replace: ``,
    tests: [at('tenders', 'is good through its last day')],
  },
  {
    name: 'an order that is paid for takes more money',
    file: 'server/modules/tickets/tenders.ts',
    find: `  if (price.dueCents === 0) throw alreadyPaid()\n`,
    replace: ``,
    tests: [at('tenders', 'takes nothing for an order of which nothing is due')],
  },
  {
    name: 'a gift card pays for what cannot be made',
    file: 'server/modules/tickets/tenders.ts',
    find: `  checkMakeable(merchant, ticket, slots, nowMs)\n`,
    replace: `  void slots\n`,
    tests: [at('tenders', 'is refused like a payment card where the order cannot be made yet')],
  },
  {
    name: 'an order is placed with something due',
    file: 'server/modules/tickets/submit.ts',
    find: `  if (priced.dueCents > 0)
    throw`,
    replace: `  if (priced.dueNonTipCents > 0)
    throw`,
    tests: [at('tips', 'that is not paid yet keeps an order from being placed')],
  },
  {
    name: 'an order that a code paid for whole does not ask the kitchen',
    file: 'server/modules/tickets/submit.ts',
    find: `  if (ticket.payments.length === 0) checkMakeable(merchant, ticket, ports.slots, nowMs)\n`,
    replace: `  void checkMakeable\n`,
    tests: [at('tips', 'or none: an order that a code paid for whole')],
  },
  {
    name: 'an order is placed anew at each submit',
    file: 'server/modules/tickets/submit.ts',
    find: `  if (isPlaced(found) && statusAt(found, nowMs) !== 'Cancelled') return answerOf(merchant, found, ports)\n`,
    replace: `  void isPlaced\n`,
    tests: [at('tickets', 'submits a paid order with a number')],
  },
  {
    name: 'an order without dishes is placed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.lines.length === 0)
    throw`,
    replace: `  if (ticket.lines.length < 0)
    throw`,
    tests: [at('tickets', 'does not place an order without a person')],
  },
  {
    name: 'an order of nobody’s is placed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })`,
    replace: `  void fields`,
    tests: [at('tickets', 'does not place an order without a person')],
  },
  {
    name: 'an order is paid that is handed over in a way that is not offered any more',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.payments.length === 0) checkHandover(merchant, ticket)\n`,
    replace: ``,
    tests: ['tests/server/pickup.test.ts', 'tests/server/feature-switches.test.ts'],
  },
  {
    name: 'an order is changed while it is being paid',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (attempt?.state === 'started')
    throw`,
    replace: `  if (attempt?.state === 'declined')
    throw`,
    tests: [
      at('release', 'gives nothing back once a payment card was charged'),
      'tests/server/two-at-work.test.ts',
    ],
  },
  {
    name: 'an order is changed with money on it',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.payments.length > 0)
    throw`,
    replace: `  if (ticket.payments.length > 99)
    throw`,
    tests: [at('tenders', 'cannot be changed while a gift card is on it')],
  },
  {
    name: 'an order is changed that is paid for',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.status === 'PaymentComplete')
    throw`,
    replace: `  if (ticket.status === 'Completed')
    throw`,
    tests: [at('tickets', 'refuses edits once money is on')],
  },
  {
    name: 'an order is changed a day after it was left',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (status === 'Expired')
    throw`,
    replace: `  if (status === 'Queued')
    throw`,
    tests: [at('tickets', 'expires a ticket that nobody touched')],
  },
  {
    name: 'a dish is made that is sold out',
    file: 'server/modules/tickets/guards.ts',
    find: `  for (const line of ticket.lines) if (!currentLine(merchant, line)) throw soldOut(line.name)\n`,
    replace: `  void soldOut\n`,
    tests: [at('payments', 'charges nothing for an order that could not be')],
  },
  {
    name: 'an order is paid for a time that has passed',
    file: 'server/modules/tickets/guards.ts',
    find: `  else if (slots.find(merchant, ticket.readyDate, ticket.readyTime, nowMs) === undefined)`,
    replace: `  else if (slots.find(merchant, ticket.readyDate, ticket.readyTime, nowMs) === null)`,
    tests: [at('payments', 'charges nothing for an order that could not be')],
  },
  {
    name: 'a dish is made outside its menu’s hours',
    file: 'server/modules/tickets/guards.ts',
    find: `  checkServed(merchant, ticket, nowMs)
}`,
    replace: `}`,
    tests: ['tests/server/menu-hours.test.ts'],
  },
  {
    name: 'an order is opened while the kitchen is closed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.readyDate === undefined || ticket.readyTime === undefined) checkKitchenOpen(merchant, nowMs)
`,
    replace: `  if (ticket.readyDate === undefined || ticket.readyTime === undefined) void nowMs
`,
    tests: ['tests/server/kitchen-hours.test.ts', 'tests/server/payments.test.ts'],
  },
  {
    name: 'a tip is charged that is far too large for what is left of an order',
    file: 'server/modules/tickets/guards.ts',
    find: `  checkTip(ticket)
  const fields`,
    replace: `  const fields`,
    tests: [at('tips', 'that is far too large for what is left of an order')],
  },
  {
    name: 'another price is charged than was seen',
    file: 'server/modules/tickets/payment-steps.ts',
    find: `  if (centsOf(body.amount, 'amount') !== priced.dueCents) throw priceChanged(priced.dueCents)\n`,
    replace: ``,
    tests: [at('payments', 'charges the price that was seen or nothing')],
  },
  {
    name: 'another tip is charged than was seen',
    file: 'server/modules/tickets/payment-steps.ts',
    find: `  if (sentTipCents !== priced.tipCents && sentTipCents !== priced.dueTipCents)
    throw priceChanged(priced.dueCents)
`,
    replace: `  void sentTipCents
`,
    tests: [at('payments', 'charges the price that was seen or nothing')],
  },
  {
    name: 'a member’s saved cards are another’s to pay with',
    file: 'server/modules/tickets/payment-steps.ts',
    find: `  if (own !== body.stripe_customer_id)
    throw`,
    replace: `  if (own === body.stripe_customer_id && own === '')
    throw`,
    tests: [at('saved-cards', 'lets nobody pay with another’s customer')],
  },
  {
    name: 'an order whose guest is long gone is made after all when its payment is found',
    file: 'server/modules/tickets/payment-steps.ts',
    find: `    if (ticket.status === 'PaymentComplete' && agoMs >= tooLateMs)`,
    replace: `    if (ticket.status === 'PaymentComplete' && agoMs >= 1000 * tooLateMs)`,
    tests: [
      'tests/server/paid-not-submitted.test.ts',
      at('payment-room', 'charges what it got'),
      at('payment-room', 'settles within two minutes'),
    ],
  },
  {
    name: 'the price moves after the first money',
    file: 'server/modules/tickets/money.ts',
    find: `    kept: ticket.kept ?? kept,`,
    replace: `    kept,`,
    tests: ['tests/server/tenders.test.ts'],
  },
  {
    name: 'an order is cancelled twice',
    file: 'server/modules/tickets/void.ts',
    find: `  if (ticket.status === 'Cancelled') return ticket\n`,
    replace: ``,
    tests: [
      'tests/server/paid-not-submitted.test.ts',
      'tests/server/guest-cancel.test.ts',
      'tests/server/kitchen.test.ts',
    ],
  },
  {
    name: 'a refund is asked for once more under a new key',
    file: 'server/modules/tickets/refunds.ts',
    find: 'idempotencyKey: `larder-refund-${id}${',
    replace: 'idempotencyKey: `larder-refund-${ports.ids.uuid()}-${id}${',
    tests: ['tests/server/refund-keys.test.ts'],
  },
  {
    name: 'two servers give the same money back',
    file: 'server/modules/tickets/refunds.ts',
    find: `WHERE location_id = $1 AND id = $2 AND done_at IS NULL AND outside_cents = $5 RETURNING`,
    replace: `WHERE location_id = $1 AND id = $2 AND outside_cents = $5 RETURNING`,
    tests: ['tests/server/two-at-work.test.ts'],
  },
  {
    name: 'a refund is written down that went back by hand meanwhile',
    file: 'server/modules/tickets/refunds.ts',
    find: `AND done_at IS NULL AND outside_cents = $5 RETURNING`,
    replace: `AND done_at IS NULL AND outside_cents >= $5 - $5 RETURNING`,
    tests: ['tests/server/provider-events.test.ts', 'tests/server/part-refunds.test.ts'],
  },
  {
    name: 'a provider that hangs keeps one round busy for ever',
    file: 'server/modules/tickets/refunds.ts',
    find: `done_at IS NULL AND locked_until <= $2 AND location_id`,
    replace: `done_at IS NULL AND ($2::bigint > 0) AND location_id`,
    tests: [at('paid-not-submitted', 'ask a provider that hangs once a round')],
    hangs: true,
  },
  {
    name: 'another amount goes back than the staff saw',
    file: 'server/modules/tickets/refund-order.ts',
    find: `  if (priced.totalCents !== centsOf(body.amount, 'amount')) throw changed(ticket)\n`,
    replace: ``,
    tests: [at('part-refunds', 'are what the staff saw, or nothing is given')],
  },
  {
    name: 'the reward goes back with the first part of an order',
    file: 'server/modules/tickets/refund-order.ts',
    find: `ticket.reward !== undefined && isWholeRest(order, choice)`,
    replace: `ticket.reward !== undefined && isWholeRest(order, choice) !== undefined`,
    tests: [at('part-refunds', 'leave the reward with the order')],
  },
  {
    name: 'the points that a refunded dish earned stay',
    file: 'server/modules/tickets/refund-order.ts',
    find: `leftCents: earnedLeftOf(refunded) }`,
    replace: `leftCents: earnedLeftOf(ticket) }`,
    tests: [at('part-refunds', 'take the points with them')],
  },
  {
    name: 'whoever has the link cancels a guest’s order',
    file: 'server/modules/tickets/cancel.ts',
    find: `  checkOrderKey(merchant, ticket, at)\n`,
    replace: `  void checkOrderKey\n`,
    tests: [at('guest-cancel', 'is its guest’s to cancel')],
  },
  {
    name: 'an order is cancelled that the kitchen has begun',
    file: 'server/modules/tickets/cancel.ts',
    find: `  if (!isUnbegun(ticket, ports.kitchen)) throw begun(merchant, ticket)\n`,
    replace: `  void isUnbegun\n`,
    tests: ['tests/server/guest-cancel.test.ts'],
  },
  {
    name: 'an order is cancelled that is being handed to the kitchen’s own system',
    file: 'server/modules/tickets/cancel.ts',
    find: `  if (await isBeingHandedOn(tx, ticket, ports.clock.now())) throw begun(merchant, ticket)\n`,
    replace: `  void isBeingHandedOn\n`,
    tests: ['tests/server/guest-cancel.test.ts'],
  },
  {
    name: 'an order is cancelled where the restaurant wants to be called',
    file: 'server/modules/tickets/cancel.ts',
    find: `  if (!letsGuestsCancel(merchant))
    throw`,
    replace: `  if (!letsGuestsCancel(merchant) && phone === '')
    throw`,
    tests: [at('guest-cancel', 'is not where the restaurant wants to be called')],
  },
  {
    name: 'a paid order that nobody came back for is made after an hour',
    file: 'server/modules/tickets/settler.ts',
    find: `  if (nowMs - touchedAt < tooLateMs) return false\n`,
    replace: `  if (nowMs - touchedAt < 1000 * tooLateMs) return false\n`,
    tests: [at('paid-not-submitted', 'are not made for nobody')],
  },
  {
    name: 'a paid order that nobody came back for is placed at once',
    file: 'server/modules/tickets/settler.ts',
    find: `nowMs - ticket.touchedAt >= paidWaitMs ? place(`,
    replace: `nowMs - ticket.touchedAt >= 0 ? place(`,
    tests: ['tests/server/paid-not-submitted.test.ts', 'tests/server/release.test.ts'],
  },
  {
    name: 'what an order holds goes to others while its card is being charged',
    file: 'server/modules/tickets/settler.ts',
    find: `  if (attempt && isFresh(attempt, nowMs, heldForMs)) return undefined\n`,
    replace: `  void isFresh\n`,
    tests: [at('release', 'keeps what an order holds while its card may be charged')],
  },
  {
    name: 'what an order holds goes to others at once',
    file: 'server/modules/tickets/settler.ts',
    find: `if (isCharged(ticket) || nowMs - ticket.touchedAt < heldForMs) return undefined`,
    replace: `if (isCharged(ticket)) return undefined`,
    tests: ['tests/server/release.test.ts', 'tests/server/paid-not-submitted.test.ts'],
  },
  {
    name: 'an order that is placed is settled once more',
    file: 'server/modules/tickets/settler.ts',
    find: `  if (isPlaced(ticket) || !['Open', 'PaymentComplete'].includes(ticket.status)) return undefined\n`,
    replace: `  void isPlaced\n`,
    tests: [at('paid-not-submitted', 'are placed by the server within two minutes')],
  },
  {
    name: 'a member’s order is anybody’s to see',
    file: 'server/modules/tickets/service.ts',
    find: `  ticket?.userId === undefined || ticket.userId === userId ? ticket : undefined`,
    replace: `  ticket?.userId === undefined || userId !== '' ? ticket : undefined`,
    tests: [
      at('release', 'is nobody else’s to pay, reward or release'),
      'tests/server/accounts-tickets.test.ts',
    ],
  },
  {
    name: 'a second reward comes onto an order',
    file: 'server/modules/tickets/release.ts',
    find: `  if (ticket.reward)
    throw`,
    replace: `  if (ticket.reward && rewardId === '')
    throw`,
    tests: [at('release', 'refuses what is not theirs')],
  },
  {
    name: 'gift cards are taken off an order that a payment card has paid for',
    file: 'server/modules/tickets/release.ts',
    find: `  if (ticket.payments.some(({ tenderType }) => tenderType === 'credit_card'))
    throw`,
    replace: `  if (ticket.payments.some(({ tenderType }) => tenderType === 'credit_card') && at.id === '')
    throw`,
    tests: [at('release', 'gives nothing back once a payment card was charged')],
  },
  {
    name: 'a reward is on two orders at once',
    file: 'server/modules/accounts/rewards.ts',
    find: `AND used_at IS NULL AND ticket_id IS NULL AND ends_on >= $5`,
    replace: `AND used_at IS NULL AND ends_on >= $5`,
    tests: [
      at('release', 'is one order’s, whichever device comes first'),
      at('release', 'refuses what is not theirs'),
    ],
  },
  {
    name: 'a reward is used after its last day',
    file: 'server/modules/accounts/rewards.ts',
    find: `AND used_at IS NULL AND ticket_id IS NULL AND ends_on >= $5`,
    replace: `AND used_at IS NULL AND ticket_id IS NULL AND length($5) > 0`,
    tests: [at('release', 'refuses what is not theirs')],
  },
  {
    name: 'cents make points',
    file: 'server/modules/accounts/points.ts',
    find: `  const points = Math.floor(numberFromCents(order.discountedCents))`,
    replace: `  const points = Math.round(numberFromCents(order.discountedCents))`,
    tests: [at('rewards-issued', 'are whole dollars of what the order came to')],
  },
  {
    name: 'a promo code pays for one order more than its restaurant gives',
    file: 'server/modules/promo/uses.ts',
    find: `taken >= promo.uses) throw`,
    replace: `taken > promo.uses) throw`,
    tests: [at('promo-limits', 'is used up when as many orders have it')],
  },
  {
    name: 'a person uses a code once more than they may',
    file: 'server/modules/promo/uses.ts',
    find: `byPerson >= promo.usesPerPerson)`,
    replace: `byPerson > promo.usesPerPerson)`,
    tests: [at('promo-limits', 'counts once a person')],
  },
  {
    name: 'a cancelled order is moved by the kitchen',
    file: 'server/modules/kitchen/orders.ts',
    find: `  if (ticket.status === 'Cancelled')
    throw`,
    replace: `  if (ticket.status === 'Cancelled' && id === '')
    throw`,
    tests: [at('kitchen', 'takes an order back by a state')],
  },
  {
    name: 'an order that was handed over is cancelled',
    file: 'server/modules/kitchen/orders.ts',
    find: `  if (ticket.status === 'Completed')
    throw`,
    replace: `  if (ticket.status === 'Queued')
    throw`,
    tests: ['tests/server/kitchen.test.ts'],
  },
]
