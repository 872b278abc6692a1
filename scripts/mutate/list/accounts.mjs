const at = (file, title) => `tests/server/${file}.test.ts › ${title}`
const factors = 'tests/server/second-factors.test.ts'

/** Who somebody is, and what they may do. @type {import('../mutants.d.mts').Mutant[]} */
export const accounts = [
  {
    name: 'passwords can be guessed without a limit',
    file: 'server/modules/accounts/failures.ts',
    find: `  if (lockedAt !== null || failures > maxFailures) return { locked: true }\n`,
    replace: ``,
    tests: ['tests/server/accounts-lock.test.ts', 'tests/server/accounts-sign-in.test.ts'],
  },
  {
    name: 'a try beyond the limit is still compared',
    file: 'server/modules/accounts/failures.ts',
    find: `  if (lockedAt !== null || failures > maxFailures) return { locked: true }\n`,
    replace: `  if (lockedAt !== null || failures < 0) return { locked: true }\n`,
    tests: [at('accounts-lock', 'counts a try before its password is compared')],
  },
  {
    name: 'a lock of the whole account is ignored',
    file: 'server/modules/accounts/failures.ts',
    find: `  return { locked: await hasLock(database, { locationId, email, network: anywhere }, nowMs) }`,
    replace: `  void email
  return { locked: false }`,
    tests: [at('accounts-lock', 'keeps a lock of a whole account')],
  },
  {
    name: 'an invitation lives for two years',
    file: 'server/modules/accounts/links.ts',
    find: `  invite: 7 * 24 * hourMs,`,
    replace: `  invite: 700 * 24 * hourMs,`,
    tests: ['tests/server/admin.test.ts', 'tests/server/accounts-recovery.test.ts'],
  },
  {
    name: 'a link works twice',
    file: 'server/modules/accounts/links.ts',
    find: 'AND used_at IS NULL AND expires_at > $4\n     RETURNING',
    replace: 'AND expires_at > $4\n     RETURNING',
    tests: ['tests/server/accounts-recovery.test.ts'],
  },
  {
    name: 'a session that was ended lets calls through',
    file: 'server/plugins/auth.ts',
    find: `AND s.revoked_at IS NULL AND s.ends_at > $3`,
    replace: `AND s.ends_at > $3`,
    tests: ['tests/server/accounts-sessions.test.ts'],
  },
  {
    name: 'an expired token lets calls through',
    file: 'server/plugins/auth.ts',
    find: `AND a.expires_at > $3 AND s.revoked_at`,
    replace: `AND s.revoked_at`,
    tests: ['tests/server/accounts-sessions.test.ts'],
  },
  {
    name: 'a staff session never ends',
    file: 'server/plugins/auth.ts',
    find: `  if (isShiftOver({ role, createdAt, lastSeenAt }, nowMs)) return undefined\n`,
    replace: `  void createdAt\n`,
    tests: ['tests/server/staff-sessions.test.ts'],
  },
  {
    name: 'a tablet that was signed out from elsewhere keeps working',
    file: 'server/plugins/auth.ts',
    find: `AND signed_out_at IS NULL AND last_seen_at > $3`,
    replace: `AND last_seen_at > $3`,
    tests: [at('staff', 'is signed out from afar at its next call')],
  },
  {
    name: 'a step-up is valid all day',
    file: 'server/plugins/proved.ts',
    find: `const freshMs = 5 * 60 * 1000`,
    replace: `const freshMs = 24 * 60 * 60 * 1000`,
    tests: ['tests/server/step-up.test.ts', factors],
  },
  {
    name: 'another session’s step-up challenge is accepted',
    file: 'server/modules/second-factors/step-up.ts',
    find: `  if (asked.userId !== session.userId || asked.sessionId !== session.sessionId) throw requestOver()\n`,
    replace: ``,
    tests: [at('second-factors', 'of another session, another person')],
  },
  {
    name: 'a password is enough for the step-up of a person with a second factor',
    file: 'server/modules/second-factors/step-up.ts',
    find: `  if (hasFactor(standing) || !standing.hasPassword)`,
    replace: `  if (!standing.hasPassword)`,
    tests: [at('second-factors', 'by the second factor, where there is one')],
  },
  {
    name: 'the password counts as the second factor',
    file: 'server/modules/second-factors/second-step.ts',
    find: `  if (body.proof.kind === 'password') throw wrongProof('proof', 'Please use more than your password.')
  return checkFactor(ports, request, asked, body.proof)`,
    replace: `  if (body.proof.kind === 'password') return Promise.resolve(async () => undefined)
  return checkFactor(ports, request, asked, body.proof)`,
    tests: [at('second-factors', 'opens with the code that it shows now')],
  },
  {
    name: 'a second step continues after the password was changed',
    file: 'server/modules/second-factors/second-step.ts',
    find: `if (user.version !== asked.userVersion || !isStaff(user.role)) throw requestOver()`,
    replace: `if (!isStaff(user.role)) throw requestOver()`,
    tests: [at('second-factors', 'is void when the password was changed')],
  },
  {
    name: 'an authenticator code works twice',
    file: 'server/modules/second-factors/authenticator-app.ts',
    find: `AND last_step < $3 RETURNING`,
    replace: `AND last_step <= $3 RETURNING`,
    tests: [at('second-factors', 'opens with the code that it shows now')],
  },
  {
    name: 'an address that a provider has not confirmed signs in',
    file: 'server/modules/identity/service.ts',
    find: `    !identity.emailVerified ||\n`,
    replace: ``,
    tests: ['tests/server/identity.test.ts'],
  },
  {
    name: 'a person who claimed an address without confirming it keeps their password',
    file: 'server/modules/identity/service.ts',
    find: `  if (isNew) await takeOver(tx, locationId, known, made)\n`,
    replace: `  void takeOver\n`,
    tests: ['tests/server/identity.test.ts'],
  },
  {
    name: 'the last owner can be removed',
    file: 'server/modules/staff/people.ts',
    find: `  if (user.role === 'owner' && body.role !== 'owner' && others.length === 0)`,
    replace: `  if (user.role === 'owner' && body.role !== 'owner' && others.length < 0)`,
    tests: [at('staff', 'somebody stays an owner')],
  },
  {
    name: 'a deleted account’s devices are told for ever',
    file: 'server/modules/accounts/deleted-accounts.ts',
    find: `token_hash = $2 AND forget_at > $3`,
    replace: `token_hash = $2 AND $3::bigint > 0`,
    tests: [
      'tests/server/accounts-sessions.test.ts › of a deleted account are told so on its other devices, for a month',
    ],
  },
]
