import type { Clock, Ids } from '#contract/ports.ts'
import type { LarderDatabase } from '#db/database.ts'
import { removeAbandoned } from '#db/abandoned.ts'
import { beginSession } from '#db/handover.ts'
import { entryNames } from '#db/names.ts'
import { findSession, type SessionRow } from '#db/sessions.ts'
import { writeWithRoom } from '#db/with-room.ts'
import { type Api, type ApiSettings, createApi } from '#lib/api/client.ts'
import type { Net } from '#lib/api/net.ts'
import type { Bus, Locks } from '#lib/ports/browser.ts'
import { noteEnd, claimDevice } from './device-owner.ts'
import { createSessionManager, type SessionManager } from './session-manager.ts'
import type { Entries, Mirror, OnlyCopy } from './mirror.ts'
import { principalOf } from './principal.ts'
import { sendRevocations } from './revoke.ts'
import { type Credentials, signIn, type SignInPorts } from './sign-in.ts'
import { findMark, forgetUnmarked, mayBeMarked, resumeWipe, unmarkWipe, wipeDevice } from './sign-out.ts'

/** What the tab does when another person is signed in. */
type SessionActions = {
  /** Who is signed in now; undefined for a guest. */
  show(session: SessionRow | undefined): void
  /** Removes everything personal that this tab's screens hold. */
  forget(): void
  /** The server would not renew the session: the person is asked to sign in again. */
  askToSignIn(): void
  /** Stops notifications on this device: they were about somebody else's orders. */
  giveUpAddress(): void
  /** Something is left to send: asks the worker to do it, in case the portal is closed. */
  wakeLater(): void
  /** The page came back from the back/forward cache with somebody else's screens. */
  reload(): void
}

type SessionPorts = {
  db: LarderDatabase
  /** Whether the store lasts only as long as the page: a reload then continues from the mirror. A full disk can make it so at any time. */
  storeIsMemory(): boolean
  net: Net
  base: string
  onFailure?: ApiSettings['onFailure']
  onChange?: ApiSettings['onChange']
  clock: Clock
  ids: Ids
  locks: Locks
  bus: Bus
  mirror: Mirror
  localStorage(): Entries
  caches?: Pick<CacheStorage, 'open' | 'has' | 'delete'> | undefined
  organizationId: string
  locationId: string
  actions: SessionActions
}

export type Session = {
  /** Adds the credentials of the signed-in person to calls, and renews them. */
  api: Api
  principal(): string
  /** Called when somebody else is signed in. */
  subscribe(listener: () => void): () => void
  /** The first check, before anything personal is read; a wipe that was interrupted is continued. Never rejects. */
  start(): Promise<void>
  /**
   * Every 60 s, when the page becomes visible, and when the network is back: renews what expires soon, removes data that belongs to nobody any longer, and ends
   * sessions on the server that were ended here. Never rejects.
   */
  check(): Promise<void>
  /** The page came back from the back/forward cache. */
  comeBack(): Promise<void>
  /** Checks who is signed in now, in any tab. */
  look(): Promise<void>
  /** Waits until no tab pays. Refused where another member has signed in meanwhile and has something to lose: `signed_in_meanwhile`. */
  signIn(credentials: Credentials): Promise<void>
  /**
   * Empties the device once no tab pays. `isAgreed` is called at that moment, under the lock, to check that only what the person was told of would be lost: if
   * it returns false, nothing is done, and this returns false, too.
   */
  signOut(isAgreed?: () => Promise<boolean>): Promise<boolean>
  isPaying(): Promise<boolean>
  whilePaying<T>(pay: () => Promise<T>): Promise<T>
}

/** Held while money moves, in any tab: nobody can sign out meanwhile. */
const payingLock = (locationId: string): string => `larder:paying:${locationId}`

/** The messages between tabs. They say that something changed, never what. */
const changed = 'session'
const signedOut = 'signed-out'
/** For a tab without a durable store: a tab that has the durable store open empties it. */
const wipePendingKey = 'wipe-owed'

/** A tab's session: the single owner of who is signed in here, assembled from the tab's ports. */
export function createSession(ports: SessionPorts): Session {
  const { db, locationId, locks, actions } = ports
  const parts = assemble(ports)
  const { manager, listeners } = parts
  return {
    api: createApi({
      net: ports.net,
      base: ports.base,
      locationId,
      auth: manager,
      onFailure: ports.onFailure,
      onChange: ports.onChange,
    }),
    principal: manager.principal,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => start(ports, manager),
    async check() {
      await resumeWipe(ports)
      await manager.check()
      await removeAbandoned(db, locationId, ports.clock.now()).catch(() => undefined) // A cleanup: tried again at the next check.
      await parts.revoke()
    },
    look: manager.reread,
    async comeBack() {
      if ((await findSession(db, locationId))?.principal !== manager.session()?.principal) actions.reload()
    },
    async signIn(credentials) {
      // First finish the wipe that the previous person asked for.
      const owed = await findMark(ports)
      await resumeWipe(ports)
      const whileNobodyPays: SignInPorts['whileNobodyPays'] = (run) =>
        locks.withLock(payingLock(locationId), run)
      const row = await signIn({ ...ports, api: parts.plain, whileNobodyPays }, credentials)
      // Everything of theirs was removed with it, even if it could not be emptied before: what is here now is not theirs.
      if (owed !== undefined) void unmarkWipe(ports, owed)
      if (claimDevice(ports, row.principal)) {
        // The previous path names nobody, and is where signing in returns to.
        ports.mirror.clear(entryNames.previousPath)
        actions.giveUpAddress()
      }
      manager.take(row)
      ports.mirror.noteSignIn({ signedInAt: row.signedInAt, owed })
      parts.show(row)
      ports.bus.post(changed)
      void parts.revoke()
    },
    async signOut(isAgreed = async () => true) {
      const wipe = {
        ...ports,
        manager,
        forgetHere: () => parts.show(undefined),
        notifyTabs() {
          ports.bus.post(signedOut)
          if (ports.storeIsMemory()) ports.bus.post(wipePendingKey)
        },
      }
      const isOut = await locks.withLock(payingLock(locationId), async () => {
        if (!(await isAgreed())) return false
        await wipeDevice(wipe)
        return true
      })
      if (isOut) void parts.revoke()
      return isOut
    },
    isPaying: () => locks.isHeld(payingLock(locationId)),
    whilePaying: (pay) => locks.withLock(payingLock(locationId), pay),
  }
}

type Parts = {
  manager: SessionManager
  /** Without credentials. */
  plain: Api
  listeners: Set<() => void>
  /** Somebody else is signed in: this tab removes the previous person's data, and reports the change. */
  show(row: SessionRow | undefined): void
  /** Ends sessions on the server that were ended here; those that are left wait for the next check. Never rejects. */
  revoke(): Promise<void>
}

function assemble(ports: SessionPorts): Parts {
  const { db, locationId, mirror, bus, locks, actions } = ports
  const listeners = new Set<() => void>()
  const plain = createApi({ net: ports.net, base: ports.base, locationId, onFailure: ports.onFailure })
  const show = (row: SessionRow | undefined): void => {
    actions.forget()
    actions.show(row)
    for (const listener of listeners) listener()
  }
  const manager = createSessionManager({
    ...ports,
    api: plain,
    withLock: locks.withLock,
    notifyTabs: () => bus.post(changed),
    onChange(row, why) {
      // Navigate to the login first: a screen that suddenly has nothing to show would navigate elsewhere.
      if (why === 'refused') actions.askToSignIn()
      if (!row) noteEnd(ports)
      show(row)
    },
  })
  bus.listen((note) => {
    if (note === changed) void manager.reread().catch(() => undefined) // The store failed: the next check reads it again.
    if (note === signedOut) leave(manager, mirror, show)
    if (note === wipePendingKey && !ports.storeIsMemory()) void resumeWipe(ports).then(revoke)
  })
  const revoke = async (): Promise<void> => {
    const left = await sendRevocations({ db, api: plain, ids: ports.ids, withLock: locks.withLock }).catch(
      () => 0,
    ) // The store failed: nothing is known to be waiting.
    if (left > 0) actions.wakeLater()
  }
  return { manager, plain, listeners, show, revoke }
}

/** Another tab signed out: this one must not keep anything of the person either. */
function leave(manager: SessionManager, mirror: Mirror, show: (row: undefined) => void): void {
  manager.take(undefined)
  mirror.clear()
  show(undefined)
}

async function start(ports: SessionPorts, manager: SessionManager): Promise<void> {
  forgetUnmarked(ports)
  try {
    if (await resumeWipe(ports)) {
      const copy = ports.mirror.findOnlyCopy()
      if (ports.storeIsMemory() || copy) await restore(ports, copy)
      await manager.reread()
      const known = manager.session()
      if (!known) noteEnd(ports)
      else if (claimDevice(ports, known.principal)) ports.actions.giveUpAddress()
    } else manager.ignoreIf(() => mayBeMarked(ports))
  } catch {
    ports.mirror.clear() // The store failed right after opening: a session that cannot be read does not exist.
  }
  // A guest is no change from the initial state, but the screens still wait to be told.
  if (!manager.session()) ports.actions.show(undefined)
}

/**
 * Where the store is new with every page, or was when somebody signed in, the session continues from the tab's own copy. If somebody signed in there later than
 * the durable store's own member did, they are the current person.
 */
async function restore(
  { db, locationId, mirror, clock }: SessionPorts,
  { signedInAt }: OnlyCopy = {},
): Promise<void> {
  const mirrored = mirror.read()
  if (!mirrored) return
  const stored = await findSession(db, locationId)
  const principal = await principalOf(locationId, mirrored.email)
  const isAnother = stored !== undefined && stored.principal !== principal
  if (isAnother && (signedInAt === undefined || signedInAt <= stored.signedInAt)) return
  // The durable store may have an older state of the same session: the tokens that expire later are the newer ones.
  if (stored && !isAnother && stored.expiresAt >= mirrored.expiresAt) return
  const now = clock.now()
  const session = {
    ...(!isAnother && stored),
    locationId,
    principal,
    ...mirrored,
    renewalKey: undefined,
    signedInAt: signedInAt ?? stored?.signedInAt ?? now,
  }
  if (signedInAt === undefined) await writeWithRoom(db, [db.sessions], () => db.sessions.put(session))
  else await beginSession(db, session, undefined, now)
}
