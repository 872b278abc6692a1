import { TOTP } from 'otpauth'
import type { StaffRole } from '#contract/rules/roles.ts'
import type { AppBeginAnswer, Proof, ProofRequest, SecurityAnswer } from '#contract/schemas/second-factor.ts'
import type { Tokens } from '#contract/schemas/session.ts'
import { lightPasswords } from './passwords.ts'
import { Guest, type ProblemBody, type Reply, type SendOptions, tavola, type TestLarder } from './larder.ts'
import { goodPassword, newAddress, organization, trySignIn } from './members.ts'
import { addUser } from './people.ts'
import type { SoftwareAuthenticator } from './software-authenticator.ts'

/** Tavola's staff, who sign in with a password and a second factor. */

/** A refusal that asks for a proof. */
export type Asking = ProblemBody & Partial<ProofRequest>

/** A member of the staff with a session of their own. */
export class Colleague extends Guest {
  readonly larder: TestLarder
  readonly userId: string
  readonly email: string
  token: string

  constructor(larder: TestLarder, userId: string, email: string, token: string) {
    super(larder)
    this.larder = larder
    this.userId = userId
    this.email = email
    this.token = token
  }

  /** A new member of the staff, signed in with their password. */
  static async new(larder: TestLarder, role: StaffRole = 'owner'): Promise<Colleague> {
    const email = newAddress('staff')
    const passwordHash = await lightPasswords.hash(goodPassword)
    const userId = await addUser(larder, { email, role, passwordHash })
    return new Colleague(larder, userId, email, await tokenOf(trySignIn(new Guest(larder), email)))
  }

  override send<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Reply<T>> {
    const headers = { authorization: `Bearer ${this.token}`, ...options.headers }
    return super.send(method, path, body, { ...options, headers })
  }

  /** Signs in with only the password; returns the refusal where that is not enough. */
  password = () => trySignIn(new Guest(this.larder), this.email) as Promise<Reply<Tokens & Asking>>

  /** The request for a second factor. */
  async asked(): Promise<ProofRequest> {
    const { status, body } = await this.password()
    if (status !== 403 || body.code !== 'second_factor_required') throw new Error(JSON.stringify(body))
    return { challenge: body.challenge!, ways: body.ways!, passkey: body.passkey }
  }

  /** The second step of signing in, whether or not it succeeds; this object then uses the new session. */
  async secondStep(proof: Proof, challenge?: string, options: SendOptions = {}) {
    const token = challenge ?? (await this.asked()).challenge
    const reply = await secondStep(this.larder, token, proof, options)
    if (reply.status === 200) this.token = reply.body.token
    return reply
  }

  /** Makes a step-up, whether or not it succeeds. */
  async stepUp(proof: Proof, challenge?: string, options: SendOptions = {}) {
    const token = challenge ?? (await this.beginStepUp()).challenge
    return this.send<ProblemBody>('POST', '/user/stepup', { challenge: token, proof }, options)
  }

  async beginStepUp(): Promise<ProofRequest> {
    return (await this.send<ProofRequest>('POST', '/user/stepup/begin')).body
  }

  security = async (): Promise<SecurityAnswer> =>
    (await this.send<SecurityAnswer>('GET', '/user/security')).body

  /** Adds an authenticator's passkey, whether or not it succeeds. */
  async addPasskey(authenticator: SoftwareAuthenticator, name = 'My phone', change = {}) {
    const { body } = await this.send<{ challenge: string; options: object }>(
      'POST',
      '/user/security/passkeys/begin',
    )
    const credential = authenticator.create(body.options, change)
    return this.send<SecurityAnswer & Asking>('POST', '/user/security/passkeys', {
      challenge: body.challenge,
      name,
      credential,
    })
  }

  /** Adds an authenticator app, and returns it. */
  async addApp(): Promise<App> {
    const { body } = await this.send<AppBeginAnswer>('POST', '/user/security/app/begin')
    const app = new App(this.larder, body.secret)
    const added = await this.send('POST', '/user/security/app', {
      challenge: body.challenge,
      code: app.code(),
    })
    if (added.status !== 200) throw new Error(JSON.stringify(added.body))
    return app
  }

  recoveryCodes = (options: SendOptions = {}) =>
    this.send<{ codes: string[] } & ProblemBody>('POST', '/user/security/recoverycodes', undefined, options)
}

/** An authenticator app on a phone that has the server's time. */
class App {
  readonly #larder: TestLarder
  readonly secret: string
  constructor(larder: TestLarder, secret: string) {
    this.#larder = larder
    this.secret = secret
  }

  /** Its current code, or the code this many half minutes later. */
  code(steps = 0): string {
    const timestamp = this.#larder.clock.now() + steps * 30_000
    return new TOTP({ secret: this.secret }).generate({ timestamp })
  }

  totp = (steps = 0): Proof => ({ kind: 'totp', code: this.code(steps) })
}

/** Moves on to the next half minute, because each code works once. */
export const nextStep = (larder: TestLarder): void => larder.clock.advance(30_000)

/** The second step of signing in, from any device. */
export const secondStep = (
  larder: TestLarder,
  challenge: string,
  proof: Proof,
  options: SendOptions = {},
  place = tavola,
) =>
  new Guest(larder, place).send<Tokens & Asking>(
    'POST',
    '/auth/secondstep',
    {
      challenge,
      proof,
      organization_id: place === tavola ? organization : 'org-grill',
      location_id: place.location,
    },
    options,
  )

/** A passkey's signed answer to a request. */
export const passkeyProof = (
  authenticator: SoftwareAuthenticator,
  { passkey }: ProofRequest,
  changes = {},
): Proof => ({ kind: 'passkey', credential: authenticator.get(passkey!, changes) })

/** Gives a person a passkey that all of their sessions have used: for tests about something else. */
export async function plantPasskey(larder: TestLarder, userId: string): Promise<string> {
  const id = `planted-${userId}`
  await larder.database.query(
    `INSERT INTO passkeys (location_id, id, user_id, host, credential_id, public_key, counter, transports, name, added_at)
     VALUES ($1, $2, $3, $4, $2, '', 0, '', 'Planted', $5)`,
    [tavola.location, id, userId, tavola.host, larder.clock.now()],
  )
  await larder.database.query('UPDATE sessions SET proved_by_factor = true WHERE user_id = $1', [userId])
  return id
}

async function tokenOf(signingIn: Promise<Reply<Tokens & ProblemBody>>): Promise<string> {
  const { status, body } = await signingIn
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.token
}
