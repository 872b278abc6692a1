const accounts = 'tests/src/db/accounts.test.ts'
const rows = 'tests/src/db/rows.test.ts'
const signIn = 'tests/src/session/sign-in.test.ts'
const signOut = 'tests/src/session/sign-out.test.ts'
const refresh = 'tests/src/session/refresh.test.ts'
const store = 'tests/src/kept-views/store.test.ts'
const discard = 'tests/src/waiting/discard.test.ts'

/** What a device stores, and whose it is. @type {import('../mutants.d.mts').Mutant[]} */
export const device = [
  {
    name: 'a person’s data is written after they have signed out',
    file: 'src/db/sessions.ts',
    find: `  if (current !== principal) throw new SessionChangedError('somebody else is signed in now')`,
    replace: `  if (current === '' && current !== principal) throw new SessionChangedError('somebody else is signed in now')`,
    tests: [accounts, store],
  },
  {
    name: 'a change is stored for a person who has signed out',
    file: 'src/db/tickets.ts',
    find: `    await requirePrincipal(db, who.locationId, who.principal)
    return await appendChanges(`,
    replace: `    void requirePrincipal
    return await appendChanges(`,
    tests: [signOut, 'tests/src/session/lost-store.test.ts', accounts],
  },
  {
    name: 'renewed tokens replace those of a person who has signed in meanwhile',
    file: 'src/db/sessions.ts',
    find: `    if (current?.refreshToken !== from.refreshToken) return current
    await db.sessions.put(to)`,
    replace: `    if (current === undefined && from.token === '') return current
    await db.sessions.put(to)`,
    tests: [accounts],
  },
  {
    name: 'a person who signs in finds another person’s data',
    file: 'src/db/handover.ts',
    find: `    await removePrincipals(db, locationId, [guest, principal])\n`,
    replace: `    void removePrincipals\n`,
    tests: [signIn],
  },
  {
    name: 'a replaced session stays valid on the server',
    file: 'src/db/handover.ts',
    find: `    if (before?.revocationId !== undefined && before.revocationId !== session.revocationId)\n      await addRevocation(db, before.revocationId)\n`,
    replace: `    void addRevocation\n    void before\n`,
    tests: ['tests/src/session/signed-in-meanwhile.test.ts', 'tests/src/session/memory-store.test.ts'],
  },
  {
    name: 'one of two orders that are being paid is deleted',
    file: 'src/db/handover.ts',
    find: `  if (ofBegun === worth.money && ofOwn === worth.money) throw new ConflictingPaymentsError(begun.isPaying)\n`,
    replace: ``,
    tests: [signIn],
  },
  {
    name: 'a guest’s order that is being paid is deleted at the sign-in',
    file: 'src/db/handover.ts',
    find: `  if (isPaying) return worth.money\n`,
    replace: ``,
    tests: [signIn],
  },
  {
    name: 'a view is stored for a person who has signed out',
    file: 'src/db/kept-views.ts',
    find: `    await requirePrincipal(db, row.locationId, row.principal)\n`,
    replace: `    void requirePrincipal\n`,
    tests: [store],
  },
  {
    name: 'a view is shown to somebody else',
    file: 'src/db/find-kept-view.ts',
    find: `      if (row.principal !== principal) continue\n`,
    replace: `      void principal\n`,
    tests: [store],
  },
  {
    name: 'another person’s change is withdrawn',
    file: 'src/db/waiting.ts',
    find: `    const changes = changesBy(who.principal, await listWaiting(db, who.locationId))
    const op`,
    replace: `    const changes = await listWaiting(db, who.locationId)
    const op`,
    tests: [discard],
  },
  {
    name: 'a change that was sent is withdrawn',
    file: 'src/db/waiting.ts',
    find: `    if (op.sent === true) return 'left'\n`,
    replace: ``,
    tests: [discard],
  },
  {
    name: 'an older answer replaces a newer one',
    file: 'src/db/newest.ts',
    find: `  if (!isNewer(await table.get(key), row, now)) await table.put(row)`,
    replace: `  await table.put(row)`,
    tests: [rows],
  },
  {
    name: 'two tabs renew the session at once',
    file: 'src/lib/session/session-manager.ts',
    find: `    return await ports.withLock(sessionLock(locationId), async () => {`,
    replace: `    return await (async (_name: string, work: () => Promise<string | undefined>) => work())(sessionLock(locationId), async () => {`,
    tests: [refresh],
  },
  {
    name: 'a tab that waited for the lock renews again',
    file: 'src/lib/session/session-manager.ts',
    find: `      if (!stored || stored.token !== usedToken) {`,
    replace: `      if (!stored) {`,
    tests: [refresh],
  },
  {
    name: 'a call that one person began is sent as another',
    file: 'src/lib/session/session-manager.ts',
    find: `      if (principal() !== by) throw new AppError('unauthorized', 'somebody else is signed in now')\n`,
    replace: `      void by\n`,
    tests: [signOut, 'tests/src/session/ended-between.test.ts'],
  },
  {
    name: 'the session that was just ended is read from the store again',
    file: 'src/lib/session/session-manager.ts',
    find: `    return row && isEnded(row) ? undefined : row`,
    replace: `    return row`,
    tests: [signOut],
  },
  {
    name: 'a call that may have taken effect gets a new key after a refused step-up',
    file: 'src/lib/errors/open-outcome.ts',
    find: `cause.kind === 'refused' && !beforeTheChange.has(cause.code)`,
    replace: `cause.kind !== 'timeout'`,
    tests: ['tests/src/query/repeat-key.test.tsx'],
  },
  {
    name: 'a repeated renewal has a new key',
    file: 'src/lib/session/session-manager.ts',
    find: `  const key = stored.renewalKey ?? ids.uuid()`,
    replace: `  const key = ids.uuid()`,
    tests: ['tests/src/session/crash.test.ts › while tokens are renewed', refresh],
  },
  {
    name: 'a proxy’s 401 ends the session',
    file: 'src/lib/session/session-manager.ts',
    find: `code !== undefined && (kind === 'unauthorized' ||`,
    replace: `(kind === 'unauthorized' ||`,
    tests: [refresh],
  },
  {
    name: 'calls are sent as a person who is signing out',
    file: 'src/lib/session/sign-out.ts',
    find: `  manager.take(undefined)\n`,
    replace: ``,
    tests: ['tests/src/session/sign-out.test.ts'],
  },
  {
    name: 'what another tab wrote during the wipe stays',
    file: 'src/lib/session/sign-out.ts',
    find: `  // Another tab, or an answer on its way, may have written between the two.
  mirror.clear()\n`,
    replace: ``,
    tests: ['tests/src/session/sign-out.test.ts › what another tab writes into its mirror'],
  },
  {
    name: 'tables that cannot be emptied stay as they are',
    file: 'src/lib/session/sign-out.ts',
    find: `  if (!isEmptied) await succeeds(`,
    replace: `  if (isEmptied) await succeeds(`,
    tests: ['tests/src/session/sign-out.test.ts › continues if tables cannot be emptied'],
  },
  {
    name: 'an interrupted wipe is not finished',
    file: 'src/lib/session/sign-out.ts',
    find: `attempt(ports, (storage) => (storage.setItem(wipeMark, mark), true))`,
    replace: `attempt(ports, () => true)`,
    tests: ['tests/src/session/crash.test.ts › while signing out leaves the session whole'],
  },
  {
    name: 'a wipe deletes a person who has signed in after it was begun',
    file: 'src/lib/session/sign-out.ts',
    find: `  if (ports.mirror.findOnlyCopy()?.owed !== mark) ports.mirror.clear()\n`,
    replace: `  ports.mirror.clear()\n`,
    tests: ['tests/src/session/sign-out.test.ts', 'tests/src/session/memory-store.test.ts'],
  },
  {
    name: 'a finished wipe removes the mark of a later one',
    file: 'src/lib/session/sign-out.ts',
    find: `  if (ports.storeIsMemory() || (await findMark(ports)) !== mark) return\n`,
    replace: `  if (ports.storeIsMemory()) return\n`,
    tests: ['tests/src/session/sign-out.test.ts', 'tests/src/session/crash.test.ts'],
  },
  {
    name: 'a wipe in memory counts as a wipe of the device',
    file: 'src/lib/session/sign-out.ts',
    find: `  if (ports.storeIsMemory() || (await findMark(ports)) !== mark) return\n`,
    replace: `  if ((await findMark(ports)) !== mark) return\n`,
    tests: ['tests/src/session/memory-store.test.ts'],
  },
  {
    name: 'another phone waits for the person of a deleted account',
    file: 'src/lib/session/session-manager.ts',
    find: `cause.code === 'account_deleted')`,
    replace: `false)`,
    tests: [
      'tests/src/session/deleted-account.test.ts › learns that nobody is left to send it for, and keeps it to be read',
    ],
  },
  {
    name: 'whose account was deleted is later asked to have signed in in time',
    file: 'src/db/abandoned.ts',
    find: `value: { since: now, isDeleted } })`,
    replace: `value: { since: now, isDeleted: false } })`,
    tests: [
      'tests/src/session/deleted-account.test.ts › says after a day, too, that it was the account’s end',
    ],
  },
  {
    name: 'what waits for a person is discarded with a deleted account’s',
    file: 'src/db/put-aside.ts',
    find: `if (quarantine && quarantine.isDeleted !== true) return`,
    replace: ``,
    tests: [
      'tests/src/session/deleted-account.test.ts › waits for its person where they were only signed out',
    ],
  },
]
