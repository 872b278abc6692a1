import { randomUUID } from 'node:crypto'
import type { SignInBody, Tokens } from '#contract/schemas/session.ts'
import type { MailMessage } from '#server/ports/mail/mail.ts'
import type { Verification } from '#server/ports/verification/verification.ts'
import { Guest, type ProblemBody, type Reply, type SendOptions, tavola, type TestLarder } from './larder.ts'

/** People who sign up and sign in through the calls and the emails they receive. */

export const organization = 'org-tavola'
export const place = { organization_id: organization, location_id: tavola.location }

/** A human check that everybody passes. */
export const everybody: Verification = { provider: 'embedded', siteKey: undefined, verify: async () => true }

let people = 0
/** A new email address. */
export const newAddress = (name = 'ada'): string =>
  `${name}-${++people}-${randomUUID().slice(0, 6)}@example.com`

export const goodPassword = '7 green lanterns, lit'

/** The sign-up form as the portal sends it. */
export const signUpForm = (email: string, changes: Record<string, unknown> = {}) => ({
  email,
  email_confirmation: email,
  password: goodPassword,
  password_confirmation: goodPassword,
  first_name: 'Ada',
  last_name: 'Guest',
  phone: '2125550147',
  dob: '02/29/1980',
  recaptcha_confirmation: 'a person',
  token: '',
  showDatePicker: false,
  ...place,
  ...changes,
})

/** The link on a line of its own in an email. Throws when there is none. */
export function linkIn(email: MailMessage | undefined): URL {
  const line = email?.text.split('\n').find((one) => /^https?:\/\//.test(one))
  if (line === undefined) throw new Error(`no link in ${JSON.stringify(email)}`)
  return new URL(line)
}

/** The token in the newest email to an address. */
export const tokenFor = (larder: TestLarder, email: string): string =>
  linkIn(larder.emails.findLast((one) => one.to === email)).searchParams.get('token') ?? ''

/** The kinds of the emails to an address, the newest last. */
export const emailsTo = (larder: TestLarder, email: string): string[] =>
  larder.emails.flatMap((one) => (one.to === email ? [one.kind] : []))

/** Signs up and opens the link in the email. */
export async function signUp(
  larder: TestLarder,
  email: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const guest = new Guest(larder)
  const registered = await guest.send('POST', '/auth/register', signUpForm(email, changes))
  if (registered.status !== 200) throw new Error(JSON.stringify(registered.body))
  const confirmed = await guest.send('POST', '/auth/unlock', { token: tokenFor(larder, email) })
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
}

/** Tries to sign in. */
export const trySignIn = (
  guest: Guest,
  email: string,
  password = goodPassword,
  options: SendOptions & Partial<SignInBody> = {},
) => guest.send<Tokens & ProblemBody>('POST', '/auth/local', { email, password, ...place }, options)

/** A signed-in member: sends their access token with every call. */
export class Member extends Guest {
  readonly email: string
  tokens: Tokens

  private constructor(larder: TestLarder, email: string, tokens: Tokens) {
    super(larder)
    this.email = email
    this.tokens = tokens
  }

  /** Signs in by password. */
  static async signIn(larder: TestLarder, email: string, password = goodPassword): Promise<Member> {
    const { status, body } = await trySignIn(new Guest(larder), email, password)
    if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`)
    return new Member(larder, email, body)
  }

  /** Signs up with a new address, confirms it, and signs in. */
  static async new(larder: TestLarder, changes: Record<string, unknown> = {}): Promise<Member> {
    const email = newAddress()
    await signUp(larder, email, changes)
    return Member.signIn(
      larder,
      email,
      typeof changes['password'] === 'string' ? changes['password'] : goodPassword,
    )
  }

  override send<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Reply<T>> {
    return super.send(method, path, body, {
      ...options,
      headers: { authorization: `Bearer ${this.tokens.token}`, ...options.headers },
    })
  }

  /** Requests new tokens with the current refresh token, or with an older one. */
  refresh(
    refreshToken = this.tokens.refresh_token,
    options: SendOptions = {},
  ): Promise<Reply<Tokens & ProblemBody>> {
    return super.send('GET', '/v2.0/auth/refreshtoken', undefined, {
      ...options,
      headers: { authorization: `Bearer ${refreshToken}` },
    })
  }
}
