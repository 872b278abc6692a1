import { randomUUID } from 'node:crypto'
import type { Tokens } from '#contract/schemas/session.ts'
import { beginSession } from '#server/modules/accounts/sessions.ts'
import { insertUser, newUser, type UserRecord } from '#server/modules/accounts/users.ts'
import { systemIds } from '#server/ports/system.ts'
import { Guest, type ProblemBody, type Reply, type SendOptions, tavola, type TestLarder } from './larder.ts'

/** Existing users, for tests that are not about signing up. */

/** Inserts a user, by default confirmed and without a password. Returns the id. */
export async function addUser(
  larder: TestLarder,
  changes: Partial<UserRecord> = {},
  location = tavola.location,
): Promise<string> {
  const nowMs = larder.clock.now()
  const id = randomUUID()
  const user = {
    ...newUser(id, `${id.slice(0, 8)}@example.com`, nowMs),
    firstName: 'Ada',
    lastName: 'Guest',
    confirmedAt: nowMs,
    ...changes,
  }
  await larder.database.transaction((tx) => insertUser(tx, location, user))
  return user.id
}

/** A person who is signed in at one merchant. */
export class SignedIn extends Guest {
  readonly userId: string
  readonly #larder: TestLarder
  #token: string
  #refreshToken: string

  private constructor(larder: TestLarder, place: typeof tavola, userId: string, tokens: Tokens) {
    super(larder, place)
    this.userId = userId
    this.#larder = larder
    this.#token = tokens.token
    this.#refreshToken = tokens.refresh_token
  }

  /** Records a new step-up: time has passed since they signed in. */
  async showAgain(): Promise<void> {
    await this.#larder.database.query('UPDATE sessions SET proved_at = $2 WHERE user_id = $1', [
      this.userId,
      this.#larder.clock.now(),
    ])
  }

  /** Signs a user in without credentials. */
  static async as(larder: TestLarder, userId: string, place = tavola): Promise<SignedIn> {
    const ports = { clock: larder.clock, ids: systemIds }
    const { tokens } = await larder.database.transaction(async (tx) =>
      beginSession(tx, ports, { locationId: place.location }, { userId, device: 'Test' }),
    )
    return new SignedIn(larder, place, userId, tokens)
  }

  /** Replaces their tokens when the refresh succeeds. */
  async refresh(): Promise<Reply<Tokens & ProblemBody>> {
    const reply = await super.send<Tokens & ProblemBody>('GET', '/v2.0/auth/refreshtoken', undefined, {
      headers: { authorization: `Bearer ${this.#refreshToken}` },
    })
    if (reply.status === 200) [this.#token, this.#refreshToken] = [reply.body.token, reply.body.refresh_token]
    return reply
  }

  get authorization(): string {
    return `Bearer ${this.#token}`
  }

  override send<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Reply<T>> {
    return super.send(method, path, body, {
      ...options,
      headers: { authorization: this.authorization, ...options.headers },
    })
  }
}

/** The id of the user with this email. Throws when there is none. */
export async function userIdOf(larder: TestLarder, location: string, email: string): Promise<string> {
  const rows = await larder.database.query<{ id: string }>(
    'SELECT id FROM users WHERE location_id = $1 AND email_key = $2',
    [location, email],
  )
  if (!rows[0]) throw new Error(`nobody has the address ${email}`)
  return rows[0].id
}
