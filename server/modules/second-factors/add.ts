import type { endpoints } from '#contract/endpoints.ts'
import type * as z from 'zod/mini'
import type {
  AppBeginAnswer,
  PasskeyBeginAnswer,
  RecoveryCodesAnswer,
  SecurityAnswer,
} from '#contract/schemas/second-factor.ts'
import type { Transaction } from '#server/db/database.ts'
import { proveSession } from '#server/modules/accounts/sessions.ts'
import { getUser } from '#server/modules/accounts/users.ts'
import { keyOf } from '#server/plugins/claim.ts'
import { lockUser } from '#server/modules/accounts/users.ts'
import type { Call } from '#server/plugins/endpoints.ts'
import { changedMeanwhile } from '#server/plugins/problems.ts'
import { getAvailableFactors, hasFactor, hostOf } from '#server/plugins/proved.ts'
import type { Answer } from '#server/plugins/shared-list.ts'
import { appUri, findStep, newSecret, saveApp } from './authenticator-app.ts'
import { changed } from './manage.ts'
import { checkNewPasskey, creationOptions, insertPasskey, listPasskeys, type PasskeyRow } from './passkeys.ts'
import { type FactorPorts, type OwnCall, wrongProof } from './ports.ts'
import { makeCodes } from './recovery-codes.ts'
import {
  askForProof,
  type ProofRequestRow,
  type Purpose,
  requestOver,
  spendRequest,
  takeTry,
} from './requests.ts'

/** Adding a second factor: first the device gets what it needs, then the factor is added once it has been shown to work. */

/** `POST /user/security/passkeys/begin`: the options for creating a passkey. Throws 403 step_up_required. */
export async function beginPasskey(
  { merchant, session, request }: Call<typeof endpoints.beginPasskey>,
  ports: FactorPorts,
): Promise<Answer<z.infer<typeof PasskeyBeginAnswer>>> {
  const { database } = ports
  const { locationId, location } = merchant
  await request.server.checkProved(request, session, { isOwn: true })
  const user = await getUser(database, locationId, session.userId)
  const host = hostOf(request)
  const asked = await database.transaction(async (tx) =>
    askForProof(tx, ports, locationId, {
      purpose: 'add_passkey',
      userId: user.id,
      userVersion: user.version,
      sessionId: session.sessionId,
      host,
    }),
  )
  const options = await creationOptions(
    await listPasskeys(database, locationId, user.id),
    { host, challenge: asked.challenge },
    {
      restaurant: location.name,
      userId: user.id,
      email: user.email,
      name: `${user.firstName} ${user.lastName}`.trim() || user.email,
    },
  )
  return { body: { challenge: asked.token, options: { ...options } } }
}

/** Checks that a request was started by this session, on this host, and is still valid. Throws 422 link_invalid. */
async function takeOwn(
  { merchant, session, request }: OwnCall,
  ports: FactorPorts,
  purpose: Purpose,
  token: string,
): Promise<ProofRequestRow> {
  const asked = await takeTry(ports, {
    locationId: merchant.locationId,
    token,
    key: keyOf(request.headers['idempotency-key']),
    purpose,
    host: hostOf(request),
  })
  if (asked.userId !== session.userId || asked.sessionId !== session.sessionId) throw requestOver()
  return asked
}

/** The results from before the transaction. */
type NewPasskey = {
  asked: ProofRequestRow
  made: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>
}

/** The part before `addPasskey`'s transaction: checks the browser's new credential. Throws 422 link_invalid, 422 credentials_invalid. */
export async function prepareNewPasskey(
  call: Call<typeof endpoints.addPasskey>,
  ports: FactorPorts,
): Promise<NewPasskey> {
  const { request, body } = call
  const asked = await takeOwn(call, ports, 'add_passkey', body.challenge)
  return { asked, made: await checkNewPasskey(request, asked, body.credential, ports.production) }
}

/** `POST /user/security/passkeys`. Throws 409 for one that is already added. */
export async function addPasskey(
  call: Call<typeof endpoints.addPasskey>,
  tx: Transaction,
  { asked, made }: NewPasskey,
  ports: FactorPorts,
): Promise<Answer<SecurityAnswer>> {
  const { merchant, session, body } = call
  const name = body.name.trim() || 'Passkey'
  const passkey = { ...made, id: ports.ids.uuid(), name, host: asked.host, addedAt: ports.clock.now() }
  if (!(await insertPasskey(tx, merchant.locationId, session.userId, passkey)))
    throw changedMeanwhile('This passkey was added already.')
  return finishAdding(call, tx, ports, asked, { action: 'passkey_added', about: name })
}

/** The factor was shown just now, so the session counts as stepped up. */
async function finishAdding(
  call: OwnCall,
  tx: Transaction,
  ports: FactorPorts,
  asked: ProofRequestRow,
  change: { action: 'passkey_added' | 'app_added'; about?: string },
): Promise<Answer<SecurityAnswer>> {
  const { merchant, session, request } = call
  const { locationId } = merchant
  const nowMs = ports.clock.now()
  const key = keyOf(request.headers['idempotency-key'])
  await spendRequest(tx, { locationId, key }, asked, nowMs)
  proveSession(tx, { locationId, sessionId: session.sessionId, byFactor: true }, nowMs)
  return changed(call, tx, ports, change)
}

const secretPlace = (locationId: string, tokenHash: string): string =>
  `new authenticator app\n${locationId}\n${tokenHash}`

/** `POST /user/security/app/begin`: a new secret, shown once. Throws 403 step_up_required. */
export async function beginApp(
  { merchant, session, request }: Call<typeof endpoints.beginApp>,
  ports: FactorPorts,
): Promise<Answer<AppBeginAnswer>> {
  const { locationId, location } = merchant
  await request.server.checkProved(request, session, { isOwn: true })
  const user = await getUser(ports.database, locationId, session.userId)
  const secret = newSecret(ports)
  const { token } = await ports.database.transaction(async (tx) =>
    askForProof(tx, ports, locationId, {
      purpose: 'add_app',
      userId: user.id,
      userVersion: user.version,
      sessionId: session.sessionId,
      host: hostOf(request),
      seal: (tokenHash) => ports.cipher.seal(secret, secretPlace(locationId, tokenHash)),
    }),
  )
  const uri = appUri(secret, { email: user.email, restaurant: location.name })
  return { body: { challenge: token, secret, uri } }
}

type NewApp = { asked: ProofRequestRow; secret: string; step: number }

/** The part before `addApp`'s transaction: checks the app's code. Throws 422 link_invalid, 422 credentials_invalid. */
export async function prepareNewApp(
  call: Call<typeof endpoints.addApp>,
  ports: FactorPorts,
): Promise<NewApp> {
  const { merchant, body } = call
  const asked = await takeOwn(call, ports, 'add_app', body.challenge)
  if (asked.sealedSecret === undefined) throw requestOver()
  const secret = ports.cipher.open(asked.sealedSecret, secretPlace(merchant.locationId, asked.tokenHash))
  const step = findStep(secret, body.code, ports.clock.now())
  if (step === undefined)
    throw wrongProof('code', 'This code is not right. Please enter the one that the app shows now.')
  return { asked, secret, step }
}

/** `POST /user/security/app`: replaces the previous app. */
export async function addApp(
  call: Call<typeof endpoints.addApp>,
  tx: Transaction,
  { asked, secret, step }: NewApp,
  ports: FactorPorts,
): Promise<Answer<SecurityAnswer>> {
  saveApp(tx, ports, call.merchant.locationId, call.session.userId, { secret, step })
  return finishAdding(call, tx, ports, asked, { action: 'app_added' })
}

/** `POST /user/security/recoverycodes`: ten new codes, shown once. Throws 409 for a user without a second factor to recover. */
export async function makeRecoveryCodes(
  call: Call<typeof endpoints.makeRecoveryCodes>,
  ports: FactorPorts,
): Promise<Answer<z.infer<typeof RecoveryCodesAnswer>>> {
  const { merchant, session, request } = call
  const { locationId } = merchant
  const { userId } = session
  const made = await ports.database.transaction(async (tx) => {
    // If two calls create codes at once, the later must see the first one's, which become void.
    await lockUser(tx, locationId, userId)
    if (!hasFactor(await getAvailableFactors(tx, locationId, userId, hostOf(request))))
      throw changedMeanwhile(
        'Please add a passkey or an authenticator app first: recovery codes are for when it is lost.',
      )
    const key = keyOf(request.headers['idempotency-key'])
    const { codes, isAgain } = await makeCodes(tx, ports, { locationId, userId, key })
    // A repeated call whose answer was lost has been recorded and announced already.
    if (isAgain) return { codes, after: undefined }
    const { after } = await changed(call, tx, ports, { action: 'recovery_codes_made' })
    return { codes, after }
  })
  return { body: { codes: made.codes }, after: made.after }
}
