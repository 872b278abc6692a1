import type { StaffActsAnswer, TabletCodeAnswer, TabletSignInAnswer } from '#contract/schemas/staff.ts'
import { Guest, type Reply, type SendOptions, tavola, type TestLarder } from './larder.ts'
import { administratorOf } from './placed.ts'

/** The kitchen's tablets, and the record of the staff's acts. */

/** A tablet signed in to a kitchen. */
export class SignedInTablet extends Guest {
  readonly token: string
  constructor(larder: TestLarder, place: typeof tavola, token: string) {
    super(larder, place)
    this.token = token
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
}

/** A sign-in code for a tablet, made by `manager`. */
export async function codeFor(manager: Guest, name = 'Pass'): Promise<TabletCodeAnswer> {
  const { status, body } = await manager.send<TabletCodeAnswer>('POST', '/staff/tablets', { name })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Enters a code, whether or not it succeeds. */
export const enterCode = (guest: Guest, code: string, options: SendOptions = {}) =>
  guest.send<TabletSignInAnswer>('POST', '/kitchen/tablet', { code }, options)

/** Signs in a new tablet. */
export async function tabletOf(larder: TestLarder, place = tavola): Promise<SignedInTablet> {
  const { code } = await codeFor(await administratorOf(larder, place))
  const { body } = await enterCode(new Guest(larder, place), code)
  return new SignedInTablet(larder, place, body.token)
}

/** A location's staff acts, the newest first. */
export async function actsOf(owner: Guest): Promise<StaffActsAnswer['acts']> {
  const { body } = await owner.send<StaffActsAnswer>('GET', '/staff/acts')
  return body.acts
}
