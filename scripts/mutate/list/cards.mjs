const at = (file, title) => `tests/server/${file}.test.ts › ${title}`

/** Gift cards: what is on them, whose they are, and how they are sold. @type {import('../mutants.d.mts').Mutant[]} */
export const cards = [
  {
    name: 'nothing is written twice into the ledger',
    file: 'server/modules/ledger/ledger.ts',
    find: `  if (amountCents === 0) return\n`,
    replace: ``,
    tests: ['tests/server/cards-ledger.test.ts', 'tests/server/payments.test.ts'],
  },
  {
    name: 'one side of the ledger is wrong by its sign',
    file: 'server/modules/ledger/ledger.ts',
    find: `[locationId, id, from, -amountCents, to,`,
    replace: `[locationId, id, from, amountCents, to,`,
    tests: [
      at('cards-ledger', 'is the sum of the ledger’s rows'),
      at('payments', 'leaves the ledger at zero'),
    ],
  },
  {
    name: 'a card pays more than is on it',
    file: 'server/modules/cards/issue.ts',
    find: `AND user_id IS NOT DISTINCT FROM $4 AND balance_cents >= $3\n`,
    replace: `AND user_id IS NOT DISTINCT FROM $4\n`,
    tests: [at('cards-ledger', 'goes no further than what is on the card')],
  },
  {
    name: 'somebody else’s card pays',
    file: 'server/modules/cards/issue.ts',
    find: `AND user_id IS NOT DISTINCT FROM $4 AND balance_cents >= $3\n`,
    replace: `AND length(coalesce($4, '')) >= 0 AND balance_cents >= $3\n`,
    tests: [at('cards-ledger', 'is its owner’s alone')],
  },
  {
    name: 'a card pays that is over or on hold',
    file: 'server/modules/cards/issue.ts',
    find: `AND status = 'active' AND (expires_on IS NULL OR expires_on >= $5) RETURNING 1 AS taken`,
    replace: `AND length($5) > 0 RETURNING 1 AS taken`,
    tests: [at('cards-ledger', 'is its owner’s alone')],
  },
  {
    name: 'less than nothing is put onto a card',
    file: 'server/modules/cards/entries.ts',
    find: `  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)`,
    replace: `  if (!Number.isSafeInteger(amountCents))`,
    tests: ['tests/server/cards-ledger.test.ts'],
  },
  {
    name: 'half a cent is put onto a card',
    file: 'server/modules/cards/entries.ts',
    find: `  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)`,
    replace: `  if (amountCents <= 0)`,
    tests: ['tests/server/cards-ledger.test.ts'],
  },
  {
    name: 'what comes back goes onto the card that another stands for',
    file: 'server/modules/cards/entries.ts',
    find: `WHERE location_id = $1 AND id = $2 AND replaced_by IS NULL RETURNING`,
    replace: `WHERE location_id = $1 AND id = $2 RETURNING`,
    tests: [at('staff-cards', 'have what comes back of an order that the old one paid')],
  },
  {
    name: 'a card is good again while something else holds it',
    file: 'server/modules/cards/holds.ts',
    find: `AND status = 'frozen'
       AND NOT EXISTS (SELECT 1 FROM card_holds h WHERE h.location_id = c.location_id AND h.card_id = c.id) RETURNING id`,
    replace: `AND status = 'frozen' RETURNING id`,
    tests: [
      at('card-holds', 'stay so while anything else holds them'),
      at('staff-cards', 'for a dispute, too, stay so'),
    ],
  },
  {
    name: 'a hold puts a void card among the good ones',
    file: 'server/modules/cards/holds.ts',
    find: `AND status IN ('active', 'frozen') RETURNING id`,
    replace: `RETURNING id`,
    tests: [
      'tests/server/card-holds.test.ts',
      'tests/server/staff-cards.test.ts',
      'tests/server/card-order-outside.test.ts',
    ],
  },
  {
    name: 'somebody else’s card is passed on',
    file: 'server/modules/cards/pass-on.ts',
    find: `WHERE location_id = $1 AND id = $2 AND user_id = $3 AND status <> 'pending' FOR UPDATE`,
    replace: `WHERE location_id = $1 AND id = $2 AND length($3) > 0 AND status <> 'pending' FOR UPDATE`,
    tests: [at('gift-pass-on', 'is its owner’s alone, good, and not empty')],
  },
  {
    name: 'an empty card is passed on',
    file: 'server/modules/cards/pass-on.ts',
    find: `  if (card.balance_cents <= 0)
    throw`,
    replace: `  if (card.balance_cents < 0)
    throw`,
    tests: [at('gift-pass-on', 'is its owner’s alone, good, and not empty')],
  },
  {
    name: 'a gift is taken back that was opened',
    file: 'server/modules/cards/pass-on.ts',
    find: `AND user_id IS NULL AND opened_at IS NULL AND status = 'active'`,
    replace: `AND user_id IS NULL AND status = 'active'`,
    tests: [at('gift-pass-on', 'is taken back until it is opened')],
  },
  {
    name: 'a gift is taken back that is in somebody’s account',
    file: 'server/modules/cards/pass-on.ts',
    find: `AND user_id IS NULL AND opened_at IS NULL AND status = 'active'`,
    replace: `AND opened_at IS NULL AND status = 'active'`,
    tests: ['tests/server/gift-pass-on.test.ts'],
  },
  {
    name: 'a card is listed for somebody else',
    file: 'server/modules/cards/cards.ts',
    find: '`${select} AND c.user_id = $2 AND ($3 OR',
    replace: '`${select} AND length($2) > 0 AND ($3 OR',
    tests: [at('cards', 'gives nobody another’s cards')],
  },
  {
    name: 'a card that is not paid for is shown',
    file: 'server/modules/cards/cards.ts',
    find: "WHERE c.location_id = $1 AND c.status <> 'pending'`",
    replace: 'WHERE c.location_id = $1`',
    tests: [
      at('cards', 'leaves out those with nothing on them'),
      at('cards-own', 'tells nobody of another’s card'),
    ],
  },
  {
    name: 'the owner of a card reads what its giver did with it',
    file: 'server/modules/cards/cards.ts',
    find: `AND card_id = $2 AND user_id = $3 ORDER BY`,
    replace: `AND card_id = $2 AND length($3) > 0 ORDER BY`,
    tests: ['tests/server/cards-own.test.ts', 'tests/server/gift-pass-on.test.ts'],
  },
  {
    name: 'card numbers are guessed without end',
    file: 'server/modules/cards/guesses.ts',
    find: `  throw waitMs > 0 ? tooMany(waitMs) : verificationRequired()`,
    replace: `  if (waitMs < 0) throw tooMany(waitMs)
  void verificationRequired
  return false`,
    tests: [at('balance-check', 'asks for a person after five')],
  },
  {
    name: 'guesses are not counted by account',
    file: 'server/modules/cards/guesses.ts',
    find: `          { name: 'cardGuessOfUser', of: session.userId } as const,\n`,
    replace: ``,
    tests: [at('balance-check', 'counts by session and by account')],
  },
  {
    name: 'a card is acted on that is not what the staff saw',
    file: 'server/modules/card-desk/acts.ts',
    find: `  if (seenCents !== undefined && seenCents !== card.balanceCents)
    throw`,
    replace: `  if (seenCents !== undefined && seenCents < 0)
    throw`,
    tests: [at('staff-cards', 'are not, where something else is on them')],
  },
  {
    name: 'a card is acted on as it cannot be',
    file: 'server/modules/card-desk/acts.ts',
    find: `  if (!isPossible) throw`,
    replace: `  if (!isPossible && seenCents === -1) throw`,
    tests: ['tests/server/staff-cards.test.ts'],
  },
  {
    name: 'a gift that waits is sent after its card was voided',
    file: 'server/modules/card-desk/acts.ts',
    find: `  stopSending(tx, call.merchant, card.id, ports)\n`,
    replace: `  void stopSending\n`,
    tests: [at('staff-cards', 'tell so at their link and to their code')],
  },
  {
    name: 'a new card goes to whoever the staff name, though it is in an account',
    file: 'server/modules/card-desk/acts.ts',
    find: `holder?.email ?? body.email.trim()`,
    replace: `body.email.trim() || (holder?.email ?? '')`,
    tests: ['tests/server/staff-cards.test.ts'],
  },
  {
    name: 'an order for gift cards is charged another amount than was seen',
    file: 'server/modules/card-orders/checkout.ts',
    find: `  if (centsOf(amount) !== priced.dueCents) throw priceChanged(priced.dueCents)`,
    replace: `  if (centsOf(amount) < priced.dueCents) throw priceChanged(priced.dueCents)`,
    tests: [
      at('card-orders-submit', 'charges what is due and not a cent more'),
      at('card-orders-submit', 'charges the amount that was on the screen'),
    ],
  },
  {
    name: 'another’s saved cards pay for gift cards',
    file: 'server/modules/card-orders/checkout.ts',
    find: `  if (customerId !== undefined && customerId !== user?.customerId)
    throw`,
    replace: `  if (customerId === '' && customerId !== user?.customerId)
    throw`,
    tests: [
      at('saved-cards', 'lets nobody pay with another’s customer'),
      'tests/server/card-orders-submit.test.ts',
    ],
  },
  {
    name: 'a card that was voided meanwhile is reloaded',
    file: 'server/modules/card-orders/checkout.ts',
    find: `      if (order.type === 'Reload')
        await getReloadable`,
    replace: `      if (order.type === 'Reload' && nowMs < 0)
        await getReloadable`,
    tests: [at('card-orders-submit', 'charges nothing for the reload of a card')],
  },
  {
    name: 'gift cards are sold that the restaurant does not offer any more',
    file: 'server/modules/card-orders/checkout.ts',
    find: `      checkOffered(merchant, order)\n`,
    replace: `      void checkOffered\n`,
    tests: [
      'tests/server/card-orders-submit.test.ts',
      'tests/server/switched-off.test.ts',
      'tests/server/feature-switches.test.ts',
      'tests/server/merchants-reload.test.ts',
    ],
  },
  {
    name: 'an order for gift cards is paid a day after it was left',
    file: 'server/modules/card-orders/checkout.ts',
    find: `      checkOpen(order, nowMs)\n`,
    replace: `      void checkOpen\n`,
    tests: [
      at('card-orders', 'are over when nobody touched them for a day'),
      'tests/server/card-orders-submit.test.ts',
    ],
  },
  {
    name: 'an order for gift cards is changed while it is being paid',
    file: 'server/modules/card-orders/guards.ts',
    find: `  if (open?.state === 'started')
    throw`,
    replace: `  if (open?.state === 'declined')
    throw`,
    tests: [at('card-orders-submit', 'finds out with the same key what became of a charge')],
  },
  {
    name: 'what was to go back and went by hand is asked for again',
    file: 'server/modules/card-orders/outside-money.ts',
    find: `      const pending = known.filter(({ doneAt }) => doneAt === undefined)`,
    replace: `      const pending = known.filter(({ doneAt }) => doneAt === 0)`,
    tests: [at('card-order-outside', 'what was to go back and went by hand is asked for no more')],
  },
  {
    name: 'more is booked by hand than was paid',
    file: 'server/modules/card-orders/outside-money.ts',
    find: `const freshCents = Math.min(freeCents, refund.amountCents)`,
    replace: `const freshCents = refund.amountCents`,
    tests: ['tests/server/card-order-outside.test.ts'],
  },
]
