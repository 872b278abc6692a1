import { guest } from '#db/names.ts'
import { observeUser } from '#db/observe.ts'
import { listAttempts } from '#db/attempts.ts'
import { countUnplaced } from '#db/unsent-work.ts'
import { appendUserChange, dismissUserRefusal } from '#db/users.ts'
import { idsOf, listWaitingOf } from '#db/waiting.ts'
import { AppError } from '#lib/errors/app-error.ts'
import type { Push } from '#lib/ports/browser-push.ts'
import { withTimeout } from '#lib/ports/with-timeout.ts'
import {
  type PersonalPorts,
  readCards,
  readTransactions,
  readUser,
  viewUser,
} from '#lib/query/read-account.ts'
import type { ReadPorts, Services, SessionServices } from '#lib/query/services.ts'
import type { Session } from '#lib/session/session.ts'
import { resolveAttempt } from '#lib/payments/attempt.ts'
import type { PageActions } from '../launch/page-actions.ts'
import { inBackground, wakeOutbox } from './sender.ts'
import { followPrincipal } from './ticket-services.ts'

type Personal = Pick<
  Services,
  'readUser' | 'readTransactions' | 'readCards' | 'saveUser' | 'dismissUserRefusal'
>

/** The signed-in person's own data. Rejects for a guest. */
export function personalServices(
  read: ReadPorts & Pick<Services, 'ids'>,
  session: Session,
  flush: Services['flush'],
): Personal {
  const own = (): PersonalPorts => {
    const principal = session.principal()
    if (principal === guest) throw new AppError('unauthorized', 'nobody is signed in')
    return { ...read, principal }
  }
  return {
    readUser: async (show) => await readUser(own(), show),
    readTransactions: async (show) => await readTransactions(own(), show),
    readCards: async (show) => await readCards(own(), show),
    async saveUser(body, editedFrom) {
      const { db, locationId, principal } = own()
      const opId = read.ids.uuid()
      await appendUserChange(db, { locationId, principal }, { opId, body, editedFrom }, read.clock.now())
      inBackground(flush())
      return opId
    },
    async dismissUserRefusal() {
      const { db, locationId, principal } = own()
      await dismissUserRefusal(db, locationId, principal)
    },
  }
}

/**
 * How long the store is asked what would be lost (ms): no answer means that it is slow, as when it is opened (decision 082). And how long the browser may take
 * to give up its push address.
 */
const storeMs = 6000
const dropMs = 2000

type UnsentPorts = Pick<Services, 'db' | 'locationId' | 'flush' | 'attempts'> & { push: Pick<Push, 'drop'> }

/** Signing in and out, and what the person is asked before. */
export function sessionServices(
  session: Session,
  { db, locationId, flush, attempts, push }: UnsentPorts,
): SessionServices {
  const listUnknown = async () => await listAttempts(db, locationId, session.principal())
  /** A store that fails or hangs has nothing to ask about, and must not keep anybody signed in. */
  const listUnsent = async (): Promise<string[]> => {
    const waiting = listWaitingOf(db, { locationId, principal: session.principal() })
    return await withTimeout(
      storeMs,
      waiting.then(idsOf, () => []),
      [],
    )
  }
  return {
    async signIn(credentials) {
      await session.signIn(credentials)
      inBackground(wakeOutbox({ db, locationId, flush }))
    },
    async signOut(losing) {
      let dropped: Promise<void> | undefined
      const isOut = await session.signOut(async () => {
        const unsent = losing === 'anything' ? [] : await listUnsent()
        if (unsent.some((id) => !losing.includes(id))) return false
        // The next person must not get notifications about this one's orders. A browser that cannot unsubscribe must not keep anybody signed in.
        dropped = push.drop().catch(() => undefined)
        return true
      })
      if (dropped) await withTimeout(dropMs, dropped, undefined)
      return isOut
    },
    lookAgain: session.look,
    isPaying: session.isPaying,
    listUnsent,
    async countUnplaced() {
      const counted = countUnplaced(db, locationId, session.principal()).catch(() => 0)
      return await withTimeout(storeMs, counted, 0) // As above.
    },
    async sendUnsent() {
      await wakeOutbox({ db, locationId, flush })
      // Skips payments that another tab is making, or that wait at the guest's bank: that tab finds the outcome out.
      if (!(await session.isPaying()))
        for (const { payableId } of await listUnknown())
          await session.whilePaying(() => resolveAttempt(attempts, payableId))
      return await listUnsent()
    },
  }
}

/** Updates the page whenever the stored user changes, whoever changed it. */
export function followUser(
  db: Services['db'],
  locationId: string,
  session: Session,
  actions: PageActions,
): void {
  followPrincipal(session, (principal) => {
    if (principal === guest) return undefined
    return observeUser(db, locationId, principal).subscribe({
      next: (edited) => edited && actions.showUser(principal, viewUser(edited.row, edited.waiting)),
      // A failed store has nothing new to show; the next read goes to the network.
      error: () => undefined,
    })
  })
}
