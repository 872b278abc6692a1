const idempotency = 'tests/server/idempotency.test.ts'

/** Idempotency keys, hosts and limits: what every call goes through. @type {import('../mutants.d.mts').Mutant[]} */
export const keys = [
  {
    name: 'a change is made again under its key',
    file: 'server/plugins/idempotency.ts',
    find: `    if (stored) return { reply: stored, replayed: true }\n    const made`,
    replace: `    if (stored && claim.key === '') return { reply: stored, replayed: true }\n    const made`,
    tests: [idempotency],
  },
  {
    name: 'a change that is prepared outside the transaction is made by both of two copies',
    file: 'server/plugins/idempotency.ts',
    find: `        if (finished) return { reply: finished, replayed: true }\n`,
    replace: ``,
    tests: ['tests/server/two-at-work.test.ts › a change that is prepared outside'],
  },
  {
    name: 'a change without a key is made',
    file: 'server/plugins/claim.ts',
    find: `  if (typeof header === 'string' && keyPattern.test(header)) return header.toLowerCase()`,
    replace: `  if (typeof header !== 'string') return '00000000-0000-4000-8000-000000000000'
  if (keyPattern.test(header)) return header.toLowerCase()`,
    tests: [idempotency],
  },
  {
    name: 'a key that was used for another change is accepted',
    file: 'server/plugins/idempotency-store.ts',
    find: `  if (!isSame(row, claim)) throw usedBefore()
  if (row.state`,
    replace: `  if (row.state`,
    tests: [idempotency],
  },
  {
    name: 'a second copy continues while the first is running',
    file: 'server/plugins/idempotency-store.ts',
    find: `  if (row.locked_until > claim.nowMs) throw inProgress()
  tx.later`,
    replace: `  tx.later`,
    tests: ['tests/server/two-at-work.test.ts › is not begun a second time meanwhile'],
  },
  {
    name: 'a guest’s answer is given to another request after signing in',
    file: 'server/plugins/idempotency-store.ts',
    find: `rows.find((one) => isSame(one, claim))`,
    replace: `rows[0]`,
    tests: ['tests/server/guest-keys.test.ts'],
  },
  {
    name: 'a guest’s and a member’s copy of one key are made at the same moment',
    file: 'server/plugins/idempotency-store.ts',
    find: `  lockKey(tx, claim)\n`,
    replace: ``,
    tests: ['tests/server/guest-keys.test.ts'],
  },
  {
    name: 'a guest’s change is made once more after signing in',
    file: 'server/plugins/idempotency-store.ts',
    find: `  if (asGuest) return asGuest\n`,
    replace: `  void asGuest\n`,
    tests: ['tests/server/guest-keys.test.ts'],
  },
  {
    name: 'one merchant’s host answers for another’s location',
    file: 'server/plugins/endpoints.ts',
    find: `  if (loc !== undefined && loc !== merchant.locationId) throw notFound()`,
    replace: `  if (loc === '' && loc !== merchant.locationId) throw notFound()`,
    tests: ['tests/server/tickets.test.ts', 'tests/server/cards.test.ts', 'tests/server/search.test.ts'],
  },
  {
    name: 'a limit lets one more through',
    file: 'server/modules/limits/counts.ts',
    find: `limits.used + excluded.used <= (RULE->>'below')::bigint`,
    replace: `limits.used + excluded.used <= (RULE->>'below')::bigint + 1`,
    tests: ['tests/server/limits-together.test.ts', 'tests/server/client-network.test.ts'],
  },
  {
    name: 'each address of a /64 counts as a client of its own',
    file: 'server/plugins/client-address.ts',
    find: `networkWith(address, { v4Bytes: 4, v6Groups: 4 })`,
    replace: `networkWith(address, { v4Bytes: 4, v6Groups: 8 })`,
    tests: ['tests/server/client-network.test.ts'],
  },
]
