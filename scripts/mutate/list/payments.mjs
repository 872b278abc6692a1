const at = (file, title) => `tests/server/${file}.test.ts › ${title}`

/** Payment cards: claim, ask, finish; the attempt on the device; what the provider tells. @type {import('../mutants.d.mts').Mutant[]} */
export const payments = [
  {
    name: 'a second key charges while another payment of the order runs',
    file: 'server/modules/payments/begin.ts',
    find: `    checkNotRunning(open, nowMs)\n`,
    replace: `    void checkNotRunning\n`,
    tests: [at('two-at-work', 'charges and gives once, and both say so')],
  },
  {
    name: 'a payment that another key left hanging is not settled first',
    file: 'server/modules/payments/begin.ts',
    find: `    if (open.admitted) return { kind: 'settle', attempt: lease(tx, merchant, open, nowMs) }\n`,
    replace: ``,
    tests: [at('payments', 'settles a payment that another key left hanging')],
  },
  {
    name: 'a payment that was withdrawn goes on with its key',
    file: 'server/modules/payments/begin.ts',
    find: `  if (own.state === 'abandoned') throw request.abandoned()\n`,
    replace: ``,
    tests: [
      'tests/server/payments.test.ts',
      'tests/server/payment-room.test.ts',
      'tests/server/card-orders-submit.test.ts',
    ],
  },
  {
    name: 'whoever has lost the lease of a payment writes down what it heard',
    file: 'server/modules/payments/begin.ts',
    find: `attempt.state === 'started' && attempt.lockedUntil === begun.lockedUntil`,
    replace: `attempt.state === 'started'`,
    tests: [at('two-at-work', 'an old question of the guest’s bank')],
  },
  {
    name: 'an old question of the bank undoes that its guest has answered it',
    file: 'server/modules/payments/begin.ts',
    find: `  if (!(isOurs || (isOpen && isFinal(outcome)))) return`,
    replace: `  if (!(isOurs || isOpen)) return`,
    tests: [at('two-at-work', 'an old question of the guest’s bank')],
  },
  {
    name: 'a payment that is over is booked once more',
    file: 'server/modules/payments/begin.ts',
    find: `  if (!(isOurs || (isOpen && isFinal(outcome)))) return`,
    replace: `  if (!(isOurs || isFinal(outcome))) return`,
    tests: ['tests/server/two-at-work.test.ts', 'tests/server/provider-events.test.ts'],
  },
  {
    name: 'the provider is asked for a charge that nobody has admitted',
    file: 'server/modules/payments/attempts.ts',
    find: `  if (rows.length === 0) throw inProgress()\n`,
    replace: ``,
    tests: ['tests/server/payment-admission.test.ts'],
  },
  {
    name: 'an attempt is given up that was admitted meanwhile',
    file: 'server/modules/payments/attempts.ts',
    find: "AND state = 'started' AND NOT admitted`",
    replace: "AND state = 'started'`",
    tests: ['tests/server/payment-admission.test.ts', 'tests/server/payment-room.test.ts'],
  },
  {
    name: 'an attempt is taken up by a round while somebody asks about it',
    file: 'server/modules/payments/attempts.ts',
    find: `WHERE state = 'started' AND locked_until <= $1 AND created_at`,
    replace: `WHERE state = 'started' AND $1::bigint > 0 AND created_at`,
    tests: [
      'tests/server/payment-room.test.ts',
      'tests/server/leases.test.ts',
      'tests/server/two-at-work.test.ts',
    ],
  },
  {
    name: 'a payment is charged an hour after its guest tapped',
    file: 'server/modules/payments/ask.ts',
    find: `  if (agoMs >= chargeWithinMs) {`,
    replace: `  if (agoMs >= 1000 * chargeWithinMs) {`,
    tests: [
      at('paid-not-submitted', 'are never charged later than their guest expects'),
      at('payment-room', 'charges what it got'),
    ],
  },
  {
    name: 'a charge that may still be on its way counts as never made',
    file: 'server/modules/payments/ask.ts',
    find: `    return found.kind === 'never' && agoMs < chargeWithinMs + leaseMs`,
    replace: `    return found.kind === 'never' && agoMs < chargeWithinMs`,
    tests: [at('payment-room', 'believes that a charge never arrived only when')],
  },
  {
    name: 'the provider is asked with a new key each time',
    file: 'server/modules/payments/ask.ts',
    find: 'idempotencyKey: `${keyPrefix}${attempt.id}` }',
    replace: 'idempotencyKey: `${keyPrefix}${attempt.id}-${performance.now()}` }',
    tests: [at('payments', 'finds out with the same key when the provider’s answer was lost')],
  },
  {
    name: 'an unknown outcome is a definite no',
    file: 'server/modules/payments/outcomes.ts',
    find: `      return { ...attempt, lockedUntil: 0 }`,
    replace: `      return { ...attempt, state: 'declined', lockedUntil: 0 }`,
    tests: [at('payments', 'finds out with the same key when the provider’s answer was lost')],
  },
  {
    name: 'an attempt is taken up without a lease',
    file: 'server/modules/payments/outcomes.ts',
    find: `  lockedUntil: nowMs + leaseMs,`,
    replace: `  lockedUntil: nowMs - leaseMs,`,
    tests: [
      'tests/server/payments.test.ts',
      'tests/server/two-at-work.test.ts',
      'tests/server/leases.test.ts',
    ],
  },
  {
    name: 'a payment is withdrawn that the provider may be asked for just now',
    file: 'server/modules/payments/withdraw.ts',
    find: `if (attempt.lockedUntil <= ports.clock.now() && (await abandonUnasked`,
    replace: `if ((await abandonUnasked`,
    tests: ['tests/server/payment-room.test.ts', 'tests/server/payment-admission.test.ts'],
  },
  {
    name: 'a payment is withdrawn whose answer nobody knows',
    file: 'server/modules/payments/withdraw.ts',
    find: `      return 'running'\n`,
    replace: `      return claim.withdraw()\n`,
    tests: [at('payment-room', 'withdraws nothing while somebody is at work on it')],
  },
  {
    name: 'a payment is withdrawn that was charged',
    file: 'server/modules/payments/withdraw.ts',
    find: `      return 'answered'\n`,
    replace: `      return claim.withdraw()\n`,
    tests: [
      at('payment-room', 'keeps the answer of a payment that arrived'),
      at('payment-room', 'either charges or withdraws'),
    ],
  },
  {
    name: 'a payment is withdrawn beside the lock of what it pays for',
    file: 'server/modules/payments/withdraw.ts',
    find: `  await ports.lock(tx, merchant, found.payable)\n`,
    replace: ``,
    tests: [
      'tests/server/payment-lock-order.test.ts',
      'tests/server/payment-lock.test.ts',
      'tests/server/payment-room.test.ts',
    ],
  },
  {
    name: 'a refused payment leaves its count and its attempt behind',
    file: 'server/modules/payments/charge-once.ts',
    find: `      await removeUnasked(tx, merchant.locationId, attempt)\n`,
    replace: `      void removeUnasked\n`,
    tests: [
      'tests/server/payment-declines.test.ts › ask for a person after three',
      'tests/server/payment-admission.test.ts',
    ],
  },
  {
    name: 'an answer that was kept is overtaken by the order as it is now',
    file: 'server/modules/payments/charge-once.ts',
    find: `      if (await claiming) throw new AnsweredBefore()\n`,
    replace: ``,
    tests: [
      'tests/server/payments.test.ts',
      'tests/server/idempotency.test.ts',
      'tests/server/payment-lock.test.ts',
    ],
  },
  {
    name: 'an attempt leaves the device before it is written down',
    file: 'src/lib/payments/attempt.ts',
    find: `    await addAttempt(ports.db, row)\n`,
    replace: `    void addAttempt(ports.db, row)\n`,
    tests: ['tests/src/payments/attempts.test.ts'],
  },
  {
    name: 'two taps on this device pay at once',
    file: 'src/lib/payments/attempt.ts',
    find: `  return await ports.withLock(lockOf(row.payableId), async () => {
    await addAttempt`,
    replace: `  return await (async (_name: string, work: () => Promise<Outcome<K>>) => work())(lockOf(row.payableId), async () => {
    await addAttempt`,
    tests: ['tests/src/payments/attempts.test.ts', 'tests/src/payments/killed.test.ts'],
  },
  {
    name: 'an attempt leaves without a note that it has',
    file: 'src/lib/payments/attempt.ts',
    find: `  await markSent(ports.db, row.key, ports.clock.now())\n`,
    replace: `  void markSent\n`,
    tests: ['tests/src/payments/attempts.test.ts'],
  },
  {
    name: 'a payment that never left is asked about as if it had',
    file: 'src/lib/payments/attempt.ts',
    find: `    if (!row.sent) return await giveUp(ports, row, { state: 'unsent' })\n`,
    replace: ``,
    tests: ['tests/src/payments/attempts.test.ts', 'tests/src/payments/killed.test.ts'],
  },
  {
    name: 'a payment without an answer counts as refused',
    file: 'src/lib/payments/attempt.ts',
    find: `      isUnknownOutcome(error) ||\n`,
    replace: ``,
    tests: ['tests/src/payments/attempts.test.ts'],
  },
  {
    name: 'a payment that is busy elsewhere counts as refused',
    file: 'src/lib/payments/attempt.ts',
    find: `      (error.kind === 'busy' && !changedNothing(error)) ||\n`,
    replace: ``,
    tests: ['tests/src/payments/attempts.test.ts'],
  },
  {
    name: 'a restaurant that takes no orders is not known to have charged nothing',
    file: 'src/lib/payments/attempt.ts',
    find: `error.kind === 'busy' && !changedNothing(error)`,
    replace: `error.kind === 'busy'`,
    tests: ['tests/src/payments/attempts.test.ts'],
  },
  {
    name: 'a payment is asked about as somebody else',
    file: 'src/lib/payments/attempt.ts',
    find: `  if (!isOwn) return unknown(new AppError('unauthorized', 'somebody else is signed in'))\n`,
    replace: `  void isOwn\n`,
    tests: [
      'tests/src/payments/attempts.test.ts › what a member has paid is not asked about as somebody else',
    ],
  },
  {
    name: 'where nobody can tell, the same call is offered again at once',
    file: 'src/lib/payments/attempt.ts',
    find: `clock.now() - (sentAt ?? createdAt) >= paymentMs`,
    replace: `clock.now() - (sentAt ?? createdAt) >= 0`,
    tests: ['tests/src/payments/spec-only-api.test.ts'],
  },
  {
    name: 'where keys are not kept, a payment is repeated without looking first',
    file: 'src/lib/payments/attempt.ts',
    find: `      const seen = await look<K>(ports, row, false)
      if ('state' in seen) return seen
    }
    return await send`,
    replace: `    }
    return await send`,
    tests: ['tests/src/payments/spec-only-api.test.ts'],
  },
  {
    name: 'an authentication that failed leaves its attempt open',
    file: 'src/lib/payments/pay.ts',
    find: `    await abandonAttempt(services.attempts, payableId)\n`,
    replace: `    void abandonAttempt\n`,
    tests: ['tests/src/payments/attempts.test.ts', 'tests/src/card-orders/paying.test.ts'],
  },
  {
    name: 'an event with a wrong signature is taken',
    file: 'server/ports/payments/stripe-events.ts',
    find: `    throw new EventRefusedError(
      cause instanceof`,
    replace: `    event = JSON.parse(body) as Stripe.Event
    if (signature === '-') throw new EventRefusedError(
      cause instanceof`,
    tests: [at('provider-events', 'with a wrong signature')],
  },
  {
    name: 'an event of a week ago is taken',
    file: 'server/ports/payments/stripe-events.ts',
    find: `const toleranceSeconds = 5 * 60`,
    replace: `const toleranceSeconds = 7 * 24 * 60 * 60`,
    tests: [at('provider-events', 'that were signed more than five minutes ago')],
  },
  {
    name: 'an event about another account is taken',
    file: 'server/ports/payments/stripe-events.ts',
    find: `      if (event.account !== undefined && event.account !== account)
        throw`,
    replace: `      if (event.account === '' && event.account !== account)
        throw`,
    tests: [at('provider-events', 'for another account that the same platform has')],
  },
  {
    name: 'a platform’s event about nobody’s account is taken',
    file: 'server/ports/payments/stripe-events.ts',
    find: `      if (locationIds.length === 0)
        throw`,
    replace: `      if (locationIds.length < 0)
        throw`,
    tests: ['tests/server/provider-events.test.ts', 'tests/server/stripe-accounts.test.ts'],
  },
  {
    name: 'an event at another merchant’s address is taken',
    file: 'server/modules/provider-events/routes.ts',
    find: `if ((request.params as { loc: string }).loc !== locationId || !ports`,
    replace: `if (!ports`,
    tests: [at('provider-events', 'for another merchant')],
  },
  {
    name: 'the same event is looked into again each time it is told',
    file: 'server/modules/provider-events/store.ts',
    find: `ON CONFLICT DO NOTHING RETURNING 1 AS kept`,
    replace: `ON CONFLICT (location_id, id) DO UPDATE SET done_at = NULL RETURNING 1 AS kept`,
    tests: [at('provider-events', 'count once, however often')],
  },
  {
    name: 'an event is lost when it cannot be looked into',
    file: 'server/modules/provider-events/store.ts',
    find: `SET next_try_at = $3, tries = tries + 1`,
    replace: `SET done_at = $3, next_try_at = $3, tries = tries + 1`,
    tests: [at('provider-events', 'are looked into again when Stripe is away')],
  },
  {
    name: 'a refund of our own counts as one by hand',
    file: 'server/modules/provider-events/record.ts',
    find: `  if (refund.ownKey !== undefined) return\n`,
    replace: ``,
    tests: [at('provider-events', 'are not taken for one of our own')],
  },
  {
    name: 'a refund by hand is booked each time it is told',
    file: 'server/modules/provider-events/record.ts',
    find: `  if (!known && refund.state === 'done') {`,
    replace: `  if ((!known || known.failed_at === null) && refund.state === 'done') {`,
    tests: [at('provider-events', 'count once, however often')],
  },
  {
    name: 'a dispute is booked each time it is told',
    file: 'server/modules/provider-events/record.ts',
    find: `  if (isTaken(state) && !was) move('withdrawn', 'disputes', 'card_provider')`,
    replace: `  if (isTaken(state)) move('withdrawn', 'disputes', 'card_provider')`,
    tests: ['tests/server/card-holds.test.ts', 'tests/server/provider-events.test.ts'],
  },
  {
    name: 'an inquiry that was won brings money that never went',
    file: 'server/modules/provider-events/record.ts',
    find: `  if (state === 'won' && was) move`,
    replace: `  if (state === 'won') move`,
    tests: [
      'tests/server/card-holds.test.ts',
      'tests/server/provider-events.test.ts',
      'tests/server/reconcile.test.ts',
    ],
  },
]
