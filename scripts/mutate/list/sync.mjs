const drain = 'tests/src/sync/drain.test.ts'
const userChanges = 'tests/src/sync/user-changes.test.ts'

/** The single sender of changes, and what it sends. @type {import('../mutants.d.mts').Mutant[]} */
export const sync = [
  {
    name: 'another person’s changes are sent as the person who is signed in',
    file: 'src/lib/sync/drain.ts',
    find: `      (one) => one.principal === settings.principal(),`,
    replace: `      () => true,`,
    tests: [drain],
  },
  {
    name: 'two senders run at once',
    file: 'src/lib/sync/drain.ts',
    find: `ports.withLock(outboxLock(settings.locationId), () => drainAll(ports, settings))`,
    replace: `drainAll(ports, settings)`,
    tests: [drain, 'tests/src/sync/three-senders.test.ts'],
  },
  {
    name: 'a waiting change does not hold up the changes behind it',
    file: 'src/lib/sync/ticket-sender.ts',
    find: `  streamOf: (op) => op.draftId,`,
    replace: `  streamOf: (op) => op.opId,`,
    tests: [drain],
  },
  {
    name: 'a postponed change is sent at once',
    file: 'src/lib/sync/drain.ts',
    find: `op.notBefore > ports.clock.now() ? op.notBefore : await sendOne(ports, settings, sender, op)`,
    replace: `await sendOne(ports, settings, sender, op)`,
    tests: [drain],
  },
  {
    name: 'the worker sends changes that need a window',
    file: 'src/lib/sync/drain.ts',
    find: `if (!sender || !settings.classes().includes(queueClassOf(op.change.kind))) continue`,
    replace: `if (!sender) continue`,
    tests: ['tests/src/sync/drain.test.ts › a change that needs a window is not sent from elsewhere'],
  },
  {
    name: 'a change is sent however old it is',
    file: 'src/lib/sync/drain.ts',
    find: `if (ageOf(op, clock.now()) > durableChanges[op.change.kind].lifetimeMs) {`,
    replace: `if (ageOf(op, clock.now()) > 100 * durableChanges[op.change.kind].lifetimeMs) {`,
    tests: [drain, userChanges],
  },
  {
    name: 'a clock that was set back makes a change young again',
    file: 'src/db/outbox.ts',
    find: `const noted = { seenAt: now, ageMs: ageOf(op, now), ...(setBack && { notBefore: 0 }) }`,
    replace: `const noted = { seenAt: now, ageMs: Math.max(0, now - op.createdAt), ...(setBack && { notBefore: 0 }) }`,
    tests: [drain, 'tests/src/session/wrong-clock.test.ts', 'tests/src/db/rows.test.ts'],
  },
  {
    name: 'a 401 refuses the change for good',
    file: 'src/lib/sync/decide.ts',
    find: `      return { do: 'sign-in' }`,
    replace: `      return { do: 'refuse' }`,
    tests: [drain],
  },
  {
    name: 'a missing ticket counts as an ordinary refusal',
    file: 'src/lib/sync/decide.ts',
    find: `return error.code === 'not_found' ? { do: 'gone' } : { do: 'refuse' }`,
    replace: `return { do: 'refuse' }`,
    tests: [drain],
  },
  {
    name: 'the server’s Retry-After is ignored',
    file: 'src/lib/sync/decide.ts',
    find: `Math.max(error.details.retryAfterMs ?? 0, Math.round(spreadMs))`,
    replace: `Math.round(spreadMs)`,
    tests: [drain],
  },
  {
    name: 'a stored order is refreshed while a change waits',
    file: 'src/app/refresh-ticket.ts',
    find: `!active || active.pending.length > 0 || active.row.ticketId`,
    replace: `!active || active.row.ticketId`,
    tests: ['tests/src/checkout/slept.test.ts'],
  },
]
