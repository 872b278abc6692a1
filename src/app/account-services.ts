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
import { wakeOutbox } from './sender.ts'
import { followPrincipal } from './ticket-services.ts'

type Personal = Pick<
  Services,
  'readUser' | 'readTransactions' | 'readCards' | 'saveUser' | 'dismissUserRefusal'
>

/** What is the signed-in person's own. Rejects for a guest. */
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
      void flush()
      return opId
    },
    async dismissUserRefusal() {
      const { db, locationId, principal } = own()
      await dismissUserRefusal(db, locationId, principal)
    },
  }
}

/** How long the store is asked what would be lost: silence is slowness, as where it is opened (decision 082). And how long the browser may take to give its address up (ms). */
const storeMs = 6000
const dropMs = 2000

type UnsentPorts = Pick<Services, 'db' | 'locationId' | 'flush' | 'attempts'> & { push: Pick<Push, 'drop'> }

/** Signing in and out, and what the person is told before. */
export function sessionServices(
  session: Session,
  { db, locationId, flush, attempts, push }: UnsentPorts,
): SessionServices {
  const listUnknown = async () => await listAttempts(db, locationId, session.principal())
  /** A store that cannot be read, or hangs, has nothing that could be asked about, and is no reason to stay signed in. */
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
      void wakeOutbox({ db, locationId, flush })
    },
    async signOut(losing) {
      let dropped: Promise<void> | undefined
      const isOut = await session.signOut(async () => {
        const unsent = losing === 'anything' ? [] : await listUnsent()
        if (unsent.some((id) => !losing.includes(id))) return false
        // The next person must not be shown what becomes of this one's orders. A browser that cannot is no reason to stay signed in.
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
      // One that another tab is paying, or whose guest is with their bank, is that tab's to find out about.
      if (!(await session.isPaying()))
        for (const { payableId } of await listUnknown())
          await session.whilePaying(() => resolveAttempt(attempts, payableId))
      return await listUnsent()
    },
  }
}

/** Shows the user's copy on the page whenever it changes, whoever changed it. */
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
      // A store that broke shows nothing new; reading again goes to the network.
      error: () => undefined,
    })
  })
}
