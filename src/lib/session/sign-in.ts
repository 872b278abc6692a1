import { accountEndpoints } from '#contract/endpoints/accounts.ts'
import { ticketEndpoints } from '#contract/endpoints/tickets.ts'
import type { Clock, Ids } from '#contract/ports.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import type { TicketOrder } from '#contract/schemas/ticket-order.ts'
import type { LarderDatabase } from '#db/database.ts'
import { beginSession, ConflictingPaymentsError } from '#db/handover.ts'
import { UnsentWorkError, requireNoUnsentWork } from '#db/unsent-work.ts'
import { personalTables } from '#db/personal.ts'
import { addRevocation } from '#db/revocations.ts'
import type { SessionRow } from '#db/sessions.ts'
import { writeWithRoom } from '#db/with-room.ts'
import type { Api } from '#lib/api/client.ts'
import { AppError } from '#lib/errors/app-error.ts'
import { principalOf } from './principal.ts'
import { signedInMeanwhile } from './signed-in-meanwhile.ts'
import { sessionOf } from './tokens.ts'

export type Credentials =
  | { kind: 'password'; email: string; password: string }
  | { kind: 'google'; idToken: string; accessToken: string }
  | { kind: 'facebook'; accessToken: string }
  /** With the proof that was required in addition (lib/second-factor). */
  | { kind: 'asked'; ask(api: Api, call: { key: string; place: Place }): Promise<Tokens> }

type Place = { organization_id: string; location_id: string }

export type SignInPorts = {
  db: LarderDatabase
  /** Without credentials of its own. */
  api: Api
  clock: Clock
  ids: Ids
  organizationId: string
  locationId: string
  /** Runs while no tab pays: what a payment has saved must not be removed during it. */
  whileNobodyPays<T>(run: () => Promise<T>): Promise<T>
}

/**
 * Signs in, fetches the user, and makes this device theirs: session, user, and the guest's order in one transaction. Until that is written, nothing has changed
 * here. Throws AppError with the server's message, or `signed_in_meanwhile` where another member would lose something; a session that cannot be started here is
 * saved to be ended on the server.
 */
export async function signIn(ports: SignInPorts, credentials: Credentials): Promise<SessionRow> {
  const { db, api, clock, ids, locationId } = ports
  const tokens = await askForTokens(ports, credentials)
  try {
    const [answer, open] = await Promise.all([
      api.call(accountEndpoints.getUser, { bearer: tokens.token }),
      findOpen(api, tokens.token),
    ])
    if (answer.notModified) throw new AppError('garbled', 'a user that nobody holds was not modified')
    const { user } = answer.value
    const now = clock.now()
    const principal = await principalOf(locationId, user.email)
    const session: SessionRow = {
      locationId,
      principal,
      email: user.email,
      signedInAt: now,
      ...sessionOf(tokens),
    }
    const row = { locationId, principal, user, etag: answer.etag, savedAt: now }
    await ports.whileNobodyPays(
      async () =>
        await writeWithRoom(db, [...personalTables(db), db.meta, db.revocations], async () => {
          await requireNoUnsentWork(db, locationId, principal)
          await beginSession(db, session, row, now, open && { draftId: ids.uuid(), snapshot: open })
        }),
    )
    return session
  } catch (cause) {
    // If the store cannot even save this, the session on the server expires on its own.
    if (tokens.revocation_id !== undefined)
      await addRevocation(db, tokens.revocation_id).catch(() => undefined)
    throw refusalOf(cause)
  }
}

/**
 * The order that the member left unplaced, here or elsewhere. Signing in does not fail because of it: the restaurant keeps the order, and the next sign-in asks
 * again.
 */
const findOpen = async (api: Api, bearer: string): Promise<TicketOrder | undefined> => {
  try {
    const answer = await api.call(ticketEndpoints.findOpenTicket, { bearer })
    return answer.notModified ? undefined : answer.value.ticket_order
  } catch {
    // Signing in matters more than this order.
    return undefined
  }
}

async function askForTokens(
  { api, ids, organizationId, locationId }: SignInPorts,
  credentials: Credentials,
): Promise<Tokens> {
  const place = { organization_id: organizationId, location_id: locationId }
  const key = ids.uuid()
  switch (credentials.kind) {
    case 'password': {
      const body = { email: credentials.email.trim(), password: credentials.password, ...place }
      return await api.send(accountEndpoints.signIn, { key, body })
    }
    case 'google':
      return await api.send(accountEndpoints.signInGoogle, {
        key,
        body: { id_token: credentials.idToken, access_token: credentials.accessToken, ...place },
      })
    case 'facebook':
      return await api.send(accountEndpoints.signInFacebook, {
        key,
        body: { access_token: credentials.accessToken, ...place },
      })
    case 'asked':
      return await credentials.ask(api, { key, place })
  }
}

function refusalOf(cause: unknown): unknown {
  if (cause instanceof ConflictingPaymentsError)
    return refused(
      cause.isOpen
        ? 'A payment on this device is still being checked. Please finish it first, then sign in.'
        : 'There is a payment on this order, and on one that you had here before. Please finish this one first, then sign in.',
      'payment_incomplete',
      cause,
    )
  if (cause instanceof UnsentWorkError)
    return refused(
      'Someone else is signed in here and still has unsent changes. Please sign them out first.',
      signedInMeanwhile,
      cause,
    )
  return cause
}

const refused = (message: string, code: string, cause: Error): AppError =>
  new AppError('refused', message, { problem: { errors: [{ message }], message, code } }, { cause })
