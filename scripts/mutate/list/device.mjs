const accounts = 'tests/src/db/accounts.test.ts'
const rows = 'tests/src/db/rows.test.ts'
const signIn = 'tests/src/session/sign-in.test.ts'
const signOut = 'tests/src/session/sign-out.test.ts'
const refresh = 'tests/src/session/refresh.test.ts'
const store = 'tests/src/kept-views/store.test.ts'
const discard = 'tests/src/waiting/discard.test.ts'

/** What a device keeps, and of whom. @type {import('../mutants.d.mts').Mutant[]} */
export const device = [
  {
    name: 'what is somebody’s is written after they have gone',
    file: 'src/db/sessions.ts',
    find: `  if (current !== principal) throw new SessionChanged('somebody else is signed in now')`,
    replace: `  if (current === '' && current !== principal) throw new SessionChanged('somebody else is signed in now')`,
    tests: [accounts, store],
  },
  {
    name: 'a change of somebody who has gone is written down',
    file: 'src/db/tickets.ts',
    find: `    await requirePrincipal(db, who.locationId, who.principal)
    return await appendChanges(`,
    replace: `    void requirePrincipal
    return await appendChanges(`,
    tests: [signOut, 'tests/src/session/lost-store.test.ts', accounts],
  },
  {
    name: 'renewed tokens replace those of who has signed in meanwhile',
    file: 'src/db/sessions.ts',
    find: `    if (current?.refreshToken !== from.refreshToken) return current
    await db.sessions.put(to)`,
    replace: `    if (current === undefined && from.token === '') return current
    await db.sessions.put(to)`,
    tests: [accounts],
  },
  {
    name: 'a refusal ends the session that took the place of the refused one',
    file: 'src/db/sessions.ts',
    find: `      if (current?.refreshToken !== from.refreshToken) return current
      await quarantine`,
    replace: `      if (current === undefined && from.token === '') return current
      await quarantine`,
    tests: [accounts, refresh],
  },
  {
    name: 'what waits for a person who was refused waits for ever',
    file: 'src/db/sessions.ts',
    find: `waiting && now - waiting.since < quarantineMs ? waiting.principal : undefined`,
    replace: `waiting && now - waiting.since < 1000 * quarantineMs ? waiting.principal : undefined`,
    tests: [refresh, accounts],
  },
  {
    name: 'a damaged session is one',
    file: 'src/db/sessions.ts',
    find: `  return row.success ? row.data : undefined`,
    replace: `  return row.success ? row.data : ((await db.sessions.get(locationId)) as SessionRow | undefined)`,
    tests: [accounts],
  },
  {
    name: 'who signs in finds what another person left',
    file: 'src/db/handover.ts',
    find: `    await removePrincipals(db, locationId, [guest, principal])\n`,
    replace: `    void removePrincipals\n`,
    tests: [signIn],
  },
  {
    name: 'a session that is replaced lives on at the server',
    file: 'src/db/handover.ts',
    find: `    if (before?.revocationId !== undefined) await addRevocation(db, before.revocationId)\n`,
    replace: `    void addRevocation\n    void before\n`,
    tests: [signIn, signOut],
  },
  {
    name: 'of two orders that are being paid one is given up',
    file: 'src/db/handover.ts',
    find: `  if (begun.isPaying && own.isPaying) throw new TwoPayments('two orders of this device are being paid')\n`,
    replace: ``,
    tests: [signIn],
  },
  {
    name: 'a guest’s order that is being paid is given up at sign-in',
    file: 'src/db/handover.ts',
    find: `  if (begun.isPaying) return begun\n`,
    replace: ``,
    tests: [signIn],
  },
  {
    name: 'a member’s order that is being paid is given up at sign-in',
    file: 'src/db/handover.ts',
    find: `  if (own.isPaying) return own\n`,
    replace: ``,
    tests: [signIn],
  },
  {
    name: 'the restaurant’s order takes the place of the one that is here',
    file: 'src/db/handover.ts',
    find: `      here.row.snapshot?.items.length)`,
    replace: `      false)`,
    tests: [signIn],
  },
  {
    name: 'a guest’s payment is asked about as the member',
    file: 'src/db/handover.ts',
    find: `  await db.paymentAttempts.filter(mine).modify({ principal, as: 'guest' })`,
    replace: `  await db.paymentAttempts.filter(mine).modify({ principal })`,
    tests: [signIn, 'tests/src/payments/attempts.test.ts'],
  },
  {
    name: 'what of the other order was not sent goes without a word',
    file: 'src/db/handover.ts',
    find: `  if (goes.pending.length === 0) return\n`,
    replace: `  if (goes.pending.length >= 0) return\n`,
    tests: [signIn],
  },
  {
    name: 'signing out forgets how the session is ended on the server',
    file: 'src/db/wipe.ts',
    find: `    if (session?.revocationId !== undefined) await addRevocation(db, session.revocationId)\n    for`,
    replace: `    void session\n    for`,
    tests: [signOut],
  },
  {
    name: 'a second payment of an order is begun while one is unresolved',
    file: 'src/db/attempts.ts',
    find: `    if (await findAttempt(db, row.payableId))
      throw new Error('an earlier attempt on this order is not resolved yet')
`,
    replace: ``,
    tests: ['tests/src/payments/attempts.test.ts', rows],
  },
  {
    name: 'a view is kept for whoever has gone',
    file: 'src/db/kept-views.ts',
    find: `    await requirePrincipal(db, row.locationId, row.principal)\n`,
    replace: `    void requirePrincipal\n`,
    tests: [store],
  },
  {
    name: 'a view is shown to somebody else',
    file: 'src/db/kept-views.ts',
    find: `      if (row.principal !== principal) continue\n`,
    replace: `      void principal\n`,
    tests: [store],
  },
  {
    name: 'a view of another build is shown',
    file: 'src/db/kept-views.ts',
    find: `if (!isView(row) || row.version !== version) continue`,
    replace: `if (!isView(row) || version === '') continue`,
    tests: [store],
  },
  {
    name: 'a view is shown whose order has changed since',
    file: 'src/db/kept-views.ts',
    find: `        if (markOf(ticket) !== row.order.mark) continue\n`,
    replace: `        void ticket\n`,
    tests: [store],
  },
  {
    name: 'the views grow without end',
    file: 'src/db/kept-views.ts',
    find: `    if (tooMany > 0) await`,
    replace: `    if (tooMany > 1_000) await`,
    tests: [store],
  },
  {
    name: 'somebody else’s change is taken back',
    file: 'src/db/waiting.ts',
    find: `    const changes = changesBy(who.principal, await listWaiting(db, who.locationId))
    const op`,
    replace: `    const changes = await listWaiting(db, who.locationId)
    const op`,
    tests: [discard],
  },
  {
    name: 'a change that has left is taken back',
    file: 'src/db/waiting.ts',
    find: `    if (op.sent === true) return 'left'\n`,
    replace: ``,
    tests: [discard],
  },
  {
    name: 'what stands on a change stays when it is taken back',
    file: 'src/db/waiting.ts',
    find: `    const gone = [op, ...changes.filter((other) => standsOn(other, op))]`,
    replace: `    const gone = [op, ...changes.filter((other) => standsOn(other, op) && other === op)]`,
    tests: [discard],
  },
  {
    name: 'a change of another order goes along with one that is taken back',
    file: 'src/db/waiting.ts',
    find: `  if (other.draftId !== op.draftId) return false\n`,
    replace: ``,
    tests: [discard],
  },
  {
    name: 'a refused creation takes the other changes along without a word',
    file: 'src/db/tickets.ts',
    find: `    const affected = taken.length > 0 ? taken : [op]`,
    replace: `    const affected = taken.length > 0 ? taken.slice(0, 1) : [op]`,
    tests: ['tests/src/sync/drain.test.ts', rows],
  },
  {
    name: 'a finished ticket gets the next dish',
    file: 'src/db/tickets.ts',
    find: `    if (row?.snapshot && isFinished(row.snapshot.status)) {`,
    replace: `    if (row?.snapshot && isFinished(row.snapshot.status) && row.draftId === '') {`,
    tests: [rows, 'tests/src/sync/drain.test.ts', 'tests/src/features/ordering.test.ts'],
  },
  {
    name: 'an older answer replaces a newer one',
    file: 'src/db/newest.ts',
    find: `  if (!isNewer(await table.get(key), row)) await table.put(row)`,
    replace: `  await table.put(row)`,
    tests: [rows],
  },
  {
    name: 'the copy of a clock that was wrong is never replaced',
    file: 'src/db/newest.ts',
    find: `  current.savedAt - answer.savedAt <= longestReadMs`,
    replace: `  current.savedAt - answer.savedAt <= 1e6 * longestReadMs`,
    tests: [rows, 'tests/src/session/wrong-clock.test.ts', 'tests/src/query/reading.test.ts'],
  },
  {
    name: 'two tabs renew the session at once',
    file: 'src/lib/session/session-manager.ts',
    find: `    return await ports.withLock(sessionLock(locationId), async () => {`,
    replace: `    return await (async (_name: string, work: () => Promise<string | undefined>) => work())(sessionLock(locationId), async () => {`,
    tests: [refresh],
  },
  {
    name: 'who waited for the lock renews once more',
    file: 'src/lib/session/session-manager.ts',
    find: `      if (!stored || stored.token !== usedToken) {`,
    replace: `      if (!stored) {`,
    tests: [refresh],
  },
  {
    name: 'what was begun as somebody is sent as somebody else',
    file: 'src/lib/session/session-manager.ts',
    find: `      if (principal() !== asking) throw new AppError('unauthorized', 'somebody else is signed in now')\n`,
    replace: `      void asking\n`,
    tests: [signOut, 'tests/src/session/lost-store.test.ts', 'tests/src/sync/user-changes.test.ts'],
  },
  {
    name: 'the session that was just ended is read from the store again',
    file: 'src/lib/session/session-manager.ts',
    find: `    return row && ended && isSame(row, ended) ? undefined : row`,
    replace: `    return row`,
    tests: [signOut],
  },
  {
    name: 'a repeat of a renewal bears a new key',
    file: 'src/lib/session/session-manager.ts',
    find: `  const key = stored.renewalKey ?? ids.uuid()`,
    replace: `  const key = ids.uuid()`,
    tests: ['tests/src/session/crash.test.ts › while tokens are renewed', refresh],
  },
  {
    name: 'the 401 of a proxy on the way ends the session',
    file: 'src/lib/session/session-manager.ts',
    find: `(kind === 'unauthorized' || kind === 'refused') && details.problem !== undefined`,
    replace: `(kind === 'unauthorized' || kind === 'refused') && details !== undefined`,
    tests: [refresh],
  },
  {
    name: 'tokens that come after signing out stay good at the server',
    file: 'src/lib/session/session-manager.ts',
    find: `    await addRevocation(db, fresh.revocationId)\n`,
    replace: `    void addRevocation\n`,
    tests: [refresh],
  },
  {
    name: 'a token that came as good as over is renewed at every check',
    file: 'src/lib/session/session-manager.ts',
    find: `if (known && !misdated.is(known) && isDue(known, clock))`,
    replace: `if (known && isDue(known, clock))`,
    tests: ['tests/src/session/wrong-clock.test.ts', refresh],
  },
  {
    name: 'signing out is not written down before it begins',
    file: 'src/lib/session/sign-out.ts',
    find: `  markWipe(ports)
  // From`,
    replace: `  void markWipe
  // From`,
    tests: [signOut],
  },
  {
    name: 'a tab sends on as who has signed out while the stores are emptied',
    file: 'src/lib/session/sign-out.ts',
    find: `  manager.take(undefined)\n`,
    replace: `  void manager\n`,
    tests: [signOut],
  },
  {
    name: 'tables that cannot be emptied stay',
    file: 'src/lib/session/sign-out.ts',
    find: `  if (isEmptied || (await succeeds(deleteStore(db, revocationId), deletingMs))) unmarkWipe(ports)`,
    replace: `  void revocationId
  if (isEmptied) unmarkWipe(ports)`,
    tests: [signOut],
  },
  {
    name: 'what another tab writes into the mirror while the stores are emptied stays',
    file: 'src/lib/session/sign-out.ts',
    find: `  // Another tab, or an answer on its way, may have written between the two.
  mirror.clear()
`,
    replace: ``,
    tests: [signOut],
  },
  {
    name: 'the other tabs are not told that somebody has signed out',
    file: 'src/lib/session/sign-out.ts',
    find: `  ports.tellOthers()\n`,
    replace: ``,
    tests: [signOut],
  },
  {
    name: 'a sign-in whose user never came leaves its session open',
    file: 'src/lib/session/sign-in.ts',
    find: `    if (tokens.revocation_id !== undefined)
      await addRevocation(db, tokens.revocation_id).catch(() => undefined)
`,
    replace: `    void addRevocation
`,
    tests: [signIn],
  },
  {
    name: 'a person has one principal at every merchant',
    file: 'src/lib/session/principal.ts',
    find: '`${locationId}\\n${email.trim().toLowerCase()}`',
    replace: '`${locationId.slice(0, 0)}\\n${email.trim().toLowerCase()}`',
    tests: [signIn],
  },
]
