const at = (file, title) => `tests/server/${file}.test.ts › ${title}`

/** Orders: their price, how they are placed, and how they are taken back. @type {import('../mutants.d.mts').Mutant[]} */
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
      at('tenders', 'takes nothing when the order is not the one that the guest saw'),
      at('tips', 'is not paid by a gift card'),
    ],
  },
  {
    name: 'a gift card pays less of an order than its guest was shown',
    file: 'server/modules/tickets/tenders.ts',
    find: `  if (!ticket.kept && taking.amountCents < amountCents) throw`,
    replace: `  if (amountCents < 0) throw`,
    tests: [at('tenders', 'takes nothing when the order is not the one that the guest saw')],
  },
  {
    name: 'a gift card by its number pays less of an order than its guest was shown',
    file: 'server/modules/tickets/card-by-number.ts',
    find: `  if (!ticket.kept && asked.amountCents < price.dueNonTipCents) throw`,
    replace: `  if (!ticket.kept && asked.amountCents < 0) throw`,
    tests: [at('tenders', 'takes nothing from a card by its number when a dish has become more expensive')],
  },
  {
    name: 'another person’s card pays',
    file: 'server/modules/tickets/tenders.ts',
    find: `AND user_id IS NOT DISTINCT FROM $3 AND status <> 'pending' FOR UPDATE`,
    replace: `AND ($3::text IS NULL OR $3::text IS NOT NULL) AND status <> 'pending' FOR UPDATE`,
    tests: [at('tenders', 'must belong to the caller and be valid')],
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
    tests: [at('tenders', 'takes nothing for an order with nothing due')],
  },
  {
    name: 'a gift card pays for an order that cannot be made',
    file: 'server/modules/tickets/tenders.ts',
    find: `  checkMakeable(merchant, ticket, { slots, soldOut }, nowMs)\n`,
    replace: `  void [slots, soldOut]\n`,
    tests: [at('tenders', 'is refused like a payment card where the order cannot be made yet')],
  },
  {
    name: 'an order with an amount due is placed',
    file: 'server/modules/tickets/submit.ts',
    find: `  if (priced.dueCents > 0)
    throw`,
    replace: `  if (priced.dueNonTipCents > 0)
    throw`,
    tests: [at('tips', 'that is not paid yet keeps an order from being placed')],
  },
  {
    name: 'an order that a code pays for entirely is not checked by the kitchen’s rules',
    file: 'server/modules/tickets/submit.ts',
    find: `  if (ticket.payments.length === 0) checkMakeable(merchant, ticket, ports, nowMs)\n`,
    replace: `  void checkMakeable\n`,
    tests: [at('tips', 'or none: an order that a code paid for whole')],
  },
  {
    name: 'an order is placed again at each submit',
    file: 'server/modules/tickets/submit.ts',
    find: `  if (isPlaced(found) && statusAt(found, nowMs) !== 'Cancelled')
    return { ...answerOf(merchant, found, ports), isRepeatable: true }\n`,
    replace: `  void isPlaced\n`,
    tests: [at('tickets-placed', 'submits a paid order with a number')],
  },
  {
    name: 'an order without dishes is placed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.lines.length === 0)
    throw`,
    replace: `  if (ticket.lines.length < 0)
    throw`,
    tests: [at('tickets-placed', 'does not place an order without a person')],
  },
  {
    name: 'an order without a contact is placed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (fields[0]) throw new ProblemError(422, 'bad_request', fields[0].message, { fields })`,
    replace: `  void fields`,
    tests: [at('tickets-placed', 'does not place an order without a person')],
  },
  {
    name: 'an order is paid whose way of pickup or delivery is no longer offered',
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
      at('release', 'are not returned once a payment card was charged'),
      'tests/server/two-at-work.test.ts',
    ],
  },
  {
    name: 'an order with a payment is changed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.payments.length > 0)
    throw`,
    replace: `  if (ticket.payments.length > 99)
    throw`,
    tests: [at('tenders', 'cannot be changed while a gift card is on it')],
  },
  {
    name: 'a paid order is changed',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (ticket.status === 'PaymentComplete')
    throw`,
    replace: `  if (ticket.status === 'Completed')
    throw`,
    tests: [at('tickets', 'refuses edits once money is on')],
  },
  {
    name: 'an abandoned order is changed a day later',
    file: 'server/modules/tickets/guards.ts',
    find: `  if (status === 'Expired')
    throw`,
    replace: `  if (status === 'Queued')
    throw`,
    tests: [at('tickets', 'expires a ticket that nobody touched')],
  },
  {
    name: 'a sold-out dish is accepted',
    file: 'server/modules/tickets/guards.ts',
    find: `    if (!currentLine(merchant, line)) throw soldOutProblem(line.name, field)\n`,
    replace: `    void soldOutProblem\n`,
    tests: [at('payments', 'charges nothing for an order that could not be')],
  },
  {
    name: 'a dish that has run out is accepted',
    file: 'server/modules/tickets/guards.ts',
    find: `    checkNotSoldOut(merchant, ticket, line, field, { soldOut, nowMs })\n`,
    replace: `    void soldOut\n`,
    tests: ['tests/server/sold-out.test.ts'],
  },
  {
    name: 'an order is paid for a time that has passed',
    file: 'server/modules/tickets/guards.ts',
    find: `  } else if (slots.find(merchant, ticket.readyDate, ticket.readyTime, nowMs, slotGraceMs) === undefined)`,
    replace: `  } else if (slots.find(merchant, ticket.readyDate, ticket.readyTime, nowMs, slotGraceMs) === null)`,
    tests: [at('payments', 'charges nothing for an order that could not be')],
  },
  {
    name: 'a dish is accepted outside its menu’s hours',
    file: 'server/modules/tickets/guards.ts',
    find: `  checkServed(merchant, ticket, nowMs)
}`,
    replace: `}`,
    tests: ['tests/server/menu-hours.test.ts'],
  },
  {
    name: 'an order is paid for while no new orders are taken',
    file: 'server/modules/tickets/guards.ts',
    find: `    checkNotPaused(merchant, slots, nowMs)
`,
    replace: ``,
    tests: ['tests/server/order-pause.test.ts'],
  },
  {
    name: 'an order is opened while the kitchen is closed',
    file: 'server/modules/tickets/guards.ts',
    find: `    checkKitchenOpen(merchant, nowMs)
    checkNotPaused`,
    replace: `    checkNotPaused`,
    tests: ['tests/server/kitchen-hours.test.ts', 'tests/server/payments.test.ts'],
  },
  {
    name: 'a reward is used on two orders at once',
    file: 'server/modules/accounts/rewards.ts',
    find: `AND used_at IS NULL AND ticket_id IS NULL AND ends_on >= $5`,
    replace: `AND used_at IS NULL AND ends_on >= $5`,
    tests: [
      at('release', 'applies a reward to one order, whichever device is first'),
      at('release', 'refuses a reward that is another person’s'),
    ],
  },
  {
    name: 'a reward is used after its last day',
    file: 'server/modules/accounts/rewards.ts',
    find: `AND used_at IS NULL AND ticket_id IS NULL AND ends_on >= $5`,
    replace: `AND used_at IS NULL AND ticket_id IS NULL AND length($5) > 0`,
    tests: [at('release', 'refuses a reward that is another person’s')],
  },
  {
    name: 'cents earn points',
    file: 'server/modules/accounts/points.ts',
    find: `  const points = Math.floor(numberFromCents(order.discountedCents))`,
    replace: `  const points = Math.round(numberFromCents(order.discountedCents))`,
    tests: [at('rewards-issued', 'are whole dollars of what the order came to')],
  },
  {
    name: 'a promo code discounts one order more than its limit',
    file: 'server/modules/promo/uses.ts',
    find: `taken >= promo.uses) throw`,
    replace: `taken > promo.uses) throw`,
    tests: [at('promo-limits', 'is used up when as many orders have it')],
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
]
