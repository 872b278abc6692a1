import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { LarderDatabase } from '#db/database.ts'
import { guest } from '#db/names.ts'
import { addRevocation } from '#db/revocations.ts'
import { endSession, findSession, replaceSession, type SessionRow } from '#db/sessions.ts'
import type { Api, Auth } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Mirror } from './mirror.ts'
import { sessionOf } from './tokens.ts'

type SessionManagerPorts = {
  db: LarderDatabase
  /** Without credentials: this manager provides them to the other API client. */
  api: Api
  clock: Clock
  ids: Ids
  locationId: string
  mirror: Pick<Mirror, 'write'>
  withLock<T>(name: string, run: () => Promise<T>): Promise<T>
  /** Somebody else is signed in now, or nobody; `refused` when the server did not renew the session. */
  onChange(session: SessionRow | undefined, why: 'read' | 'refused'): void
  /** The session was renewed or ended here: the other tabs check for themselves. */
  notifyTabs(): void
}

export type SessionManager = Auth & {
  /** `guest`, or who is signed in, as far as this tab knows. */
  principal(): string
  session(): SessionRow | undefined
  /** Reads the stored session: another tab or the worker may have changed it. */
  reread(): Promise<void>
  /** The same, and renews what ends within a day (specification §4). What gets no answer is tried again at the next check. Never rejects. */
  check(): Promise<void>
  /** While this returns true, a stored session counts as signed out: a wipe has begun and not finished. */
  ignoreIf(isSo: () => boolean): void
  /** Continues with a session that was just begun or ended here. */
  take(session: SessionRow | undefined): void
}

/** §4, §9: a token is renewed when it ends within a day. */
const renewalMs = 24 * 60 * 60 * 1000

/** The lock for renewing a session: one call, from whichever tab or worker comes first. */
const sessionLock = (locationId: string): string => `larder:session:${locationId}`

/** Keeps the session of a tab (or the worker) in step with the stored one, and renews it. */
export function createSessionManager(ports: SessionManagerPorts): SessionManager {
  const { db, clock, locationId, mirror } = ports
  let known: SessionRow | undefined
  /** The last token that this tab was given. */
  let newestToken: string | undefined
  const misdated = followMisdated(clock)
  /** The session that this tab was signed out of: it stays in the store until the store is emptied, and is ignored meanwhile. */
  let isEnded: (row: SessionRow) => boolean = () => false
  const principal = (): string => known?.principal ?? guest
  const find = async (): Promise<SessionRow | undefined> => {
    const row = await findSession(db, locationId)
    return row && isEnded(row) ? undefined : row
  }

  const adopt = (next: SessionRow | undefined, why: 'read' | 'refused' = 'read'): void => {
    const before = principal()
    known = next
    mirror.write(next)
    if (principal() !== before) ports.onChange(next, why)
  }
  const reread = async (): Promise<void> => adopt(await find())

  async function renew(usedToken: string, by = principal()): Promise<string | undefined> {
    return await ports.withLock(sessionLock(locationId), async () => {
      const stored = await find()
      // Another tab was faster, or nobody is signed in any longer.
      if (!stored || stored.token !== usedToken) {
        const mine = stored?.principal === by
        adopt(stored)
        return mine ? stored?.token : undefined
      }
      const { session, refused } = await refresh(ports, stored)
      adopt(session, refused ? 'refused' : 'read')
      ports.notifyTabs()
      misdated.note(session)
      return (newestToken = session?.token)
    })
  }

  return {
    principal,
    session: () => known,
    reread,
    ignoreIf: (isSo) => void (isEnded = isSo),
    take: (session) => {
      const before = known
      if (session) isEnded = () => false
      else if (before) isEnded = (row) => isSame(row, before)
      known = session
      misdated.note(session)
      mirror.write(session)
    },
    async token(by = principal()) {
      // If the store failed, or was closed for a newer build, this tab keeps what it knows.
      const stored = await find().catch(() => known)
      if ((stored?.principal ?? guest) !== principal()) adopt(stored)
      // A change begun as one person must not be sent as another, or as a guest.
      if (principal() !== by) throw new AppError('unauthorized', 'somebody else is signed in now')
      if (stored?.token !== known?.token) adopt(stored)
      return stored && isOver(stored, newestToken, clock)
        ? ((await renew(stored.token, by)) ?? stored.token)
        : stored?.token
    },
    renew,
    async check() {
      try {
        await reread()
        if (known && !misdated.is(known) && isDue(known, clock)) await renew(known.token)
      } catch {
        return // No answer, or a store that failed: the session stays unchanged until the next check.
      }
    },
  }
}

/** For a token that was about to expire when it arrived: this device's clock is wrong, and only the server can tell when it expires (reliability T1). */
function followMisdated(clock: Clock) {
  let token: string | undefined
  return {
    /** A session that was just received. */
    note(session: SessionRow | undefined): void {
      if (session && session.expiresAt - clock.now() < renewalMs) ({ token } = session)
    },
    is: (session: SessionRow): boolean => session.token === token,
  }
}

/** A renewal changes both tokens, but not the revocation id. */
const isSame = (one: SessionRow, other: SessionRow): boolean =>
  one.refreshToken === other.refreshToken ||
  (one.revocationId !== undefined && one.revocationId === other.revocationId)

/** §4: within a day of its end, or a renewal was begun whose answer never came. */
const isDue = ({ expiresAt, renewalKey }: SessionRow, clock: Clock): boolean =>
  expiresAt - clock.now() < renewalMs || renewalKey !== undefined

/**
 * After weeks without a network the token has expired: calls wait for a new one instead of each being refused. If the clock says so about a token that has just
 * arrived, the clock is wrong, and the server decides.
 */
const isOver = ({ expiresAt, token }: SessionRow, newestToken: string | undefined, clock: Clock): boolean =>
  expiresAt <= clock.now() && token !== newestToken

type Refreshed = { session: SessionRow | undefined; refused: boolean }

/**
 * Asks for new tokens and stores them. The key is saved first, so that a repeat after a lost answer uses the same one. Throws AppError when nothing is known
 * about what the server did; a definite refusal ends the session.
 */
async function refresh({ db, api, clock, ids }: SessionManagerPorts, stored: SessionRow): Promise<Refreshed> {
  const key = stored.renewalKey ?? ids.uuid()
  if (stored.renewalKey === undefined) await replaceSession(db, stored, { ...stored, renewalKey: key })
  try {
    const tokens = await api.send(accountEndpoints.refreshToken, { bearer: stored.refreshToken, key })
    return {
      session: await keep(db, stored, {
        ...stored,
        ...sessionOf(tokens),
        revocationId: tokens.revocation_id ?? stored.revocationId,
      }),
      refused: false,
    }
  } catch (cause) {
    if (!(cause instanceof AppError) || !isRefusal(cause)) throw cause
    const session = await endSession(db, stored, clock.now(), cause.code === 'account_deleted')
    return { session, refused: session === undefined }
  }
}

/**
 * Only the API's own refusal ends a session: a 401 from something in between, in another form, does not, nor does another status without a code of the API's.
 */
const isRefusal = ({ kind, code }: AppError): boolean =>
  code !== undefined && (kind === 'unauthorized' || (kind === 'refused' && code !== 'bad_request'))

async function keep(
  db: LarderDatabase,
  stored: SessionRow,
  next: SessionRow,
): Promise<SessionRow | undefined> {
  const fresh = { ...next, renewalKey: undefined }
  const replaced = await replaceSession(db, stored, fresh)
  // Signed out while the answer was on its way: the new tokens are revoked with the session, or expire.
  if (
    replaced?.refreshToken !== fresh.refreshToken &&
    fresh.revocationId !== undefined &&
    fresh.revocationId !== replaced?.revocationId
  )
    await addRevocation(db, fresh.revocationId)
  return replaced
}
