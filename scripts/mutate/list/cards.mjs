const at = (file, title) => `tests/server/${file}.test.ts › ${title}`

/** Gift cards: their balance, their owner, and how they are sold. @type {import('../mutants.d.mts').Mutant[]} */
export const cards = [
  {
    name: 'a transfer of zero is written into the ledger',
    file: 'server/modules/ledger/ledger.ts',
    find: `  if (amountCents === 0) return\n`,
    replace: ``,
    tests: ['tests/server/cards-ledger.test.ts', 'tests/server/payments.test.ts'],
  },
  {
    name: 'a card pays more than its balance',
    file: 'server/modules/cards/redeem.ts',
    find: `AND user_id IS NOT DISTINCT FROM $4 AND balance_cents >= $3\n`,
    replace: `AND user_id IS NOT DISTINCT FROM $4\n`,
    tests: [at('cards-ledger', 'is not overdrawn by a hundred simultaneous redemptions')],
  },
  {
    name: 'somebody else’s card pays',
    file: 'server/modules/cards/redeem.ts',
    find: `AND user_id IS NOT DISTINCT FROM $4 AND balance_cents >= $3\n`,
    replace: `AND length(coalesce($4, '')) >= 0 AND balance_cents >= $3\n`,
    tests: [at('cards-ledger', 'belongs to its owner alone')],
  },
  {
    name: 'an expired or held card pays',
    file: 'server/modules/cards/redeem.ts',
    find: `AND status = 'active' AND (expires_on IS NULL OR expires_on >= $5) RETURNING 1 AS taken`,
    replace: `AND length($5) > 0 RETURNING 1 AS taken`,
    tests: [at('cards-ledger', 'belongs to its owner alone')],
  },
  {
    name: 'a negative amount is added to a card',
    file: 'server/modules/cards/entries.ts',
    find: `  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)`,
    replace: `  if (!Number.isSafeInteger(amountCents))`,
    tests: ['tests/server/cards-ledger.test.ts'],
  },
  {
    name: 'half a cent is added to a card',
    file: 'server/modules/cards/entries.ts',
    find: `  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)`,
    replace: `  if (amountCents <= 0)`,
    tests: ['tests/server/cards-ledger.test.ts'],
  },
  {
    name: 'a refund goes to a card that was replaced',
    file: 'server/modules/cards/entries.ts',
    find: `WHERE location_id = $1 AND id = $2 AND replaced_by IS NULL RETURNING`,
    replace: `WHERE location_id = $1 AND id = $2 RETURNING`,
    tests: [at('staff-cards', 'receive the refund of an order that the old one paid for')],
  },
  {
    name: 'a card is released while another hold remains',
    file: 'server/modules/cards/holds.ts',
    find: `AND status = 'frozen'
       AND NOT EXISTS (SELECT 1 FROM card_holds h WHERE h.location_id = c.location_id AND h.card_id = c.id) RETURNING id`,
    replace: `AND status = 'frozen' RETURNING id`,
    tests: [
      at('card-holds', 'stay on hold while any other hold remains'),
      at('staff-cards', 'for a dispute, too, stay so'),
    ],
  },
  {
    name: 'an act applies to a card that is not as the staff saw it',
    file: 'server/modules/card-desk/acts.ts',
    find: `  if (seenCents !== undefined && seenCents !== card.balanceCents)
    throw`,
    replace: `  if (seenCents !== undefined && seenCents < 0)
    throw`,
    tests: [at('staff-cards', 'refuses to void a card whose balance changed')],
  },
  {
    name: 'an act that the card’s state forbids is allowed',
    file: 'server/modules/card-desk/acts.ts',
    find: `  if (!isPossible)\n    throw`,
    replace: `  if (!isPossible && seenCents === -1)\n    throw`,
    tests: ['tests/server/staff-cards.test.ts'],
  },
  {
    name: 'an order for gift cards is charged an amount other than the one shown',
    file: 'server/modules/card-orders/checkout.ts',
    find: `  if (centsOf(amount) !== priced.dueCents) throw priceChanged(priced.dueCents)`,
    replace: `  if (centsOf(amount) < priced.dueCents) throw priceChanged(priced.dueCents)`,
    tests: [
      at('card-orders-submit', 'charges what is due and not a cent more'),
      at('card-orders-submit', 'charges the amount that was on the screen'),
    ],
  },
  {
    name: 'another person’s saved cards pay for gift cards',
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
]
