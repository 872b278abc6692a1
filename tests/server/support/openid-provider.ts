import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Account, Configuration } from 'oidc-provider'
import type Provider from 'oidc-provider'

/** A certified OpenID Connect provider in place of Google, on a local port, and the steps that a browser takes there. */

export type Person = {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}
export type SignedInTokens = { idToken: string; accessToken: string }

export type OpenidProvider = {
  issuer: string
  jwksUrl: string
  /** Signs a person in at a client, as the provider's own pages do. */
  signIn(clientId: string, person: Person): Promise<SignedInTokens>
  /** Signs claims of the test's choice with the provider's key. */
  sign(claims: JWTPayload): Promise<string>
  /** Stops answering. */
  close(): Promise<void>
}

const redirectUri = 'https://client.example/signed-in'

/** Starts a provider with these clients. */
export async function startOpenidProvider(clientIds: readonly string[]): Promise<OpenidProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = await quietly(
    async () => new (await loadProvider())(issuer, configurationOf(clientIds, key, people)),
  )
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    async signIn(clientId, person) {
      people.set(person.sub, person)
      return signInAt(issuer, clientId, person.sub)
    },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The provider needs Node 22: on Node 20 it warns and lacks one function. To be deleted with the last Node 20. */
async function loadProvider(): Promise<typeof Provider> {
  const parse = (text: string, base?: string): URL | null =>
    URL.canParse(text, base) ? new URL(text, base) : null
  if (!('parse' in URL)) Object.defineProperty(URL, 'parse', { value: parse, configurable: true })
  return (await import('oidc-provider')).default
}

/** The provider warns of every setting that is unsafe in production. This one is used in tests only. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console
  console.warn = console.info = () => undefined
  try {
    return await work()
  } finally {
    console.warn = warn
    console.info = info
  }
}

const configurationOf = (
  clientIds: readonly string[],
  key: JWK,
  people: ReadonlyMap<string, Person>,
): Configuration => ({
  clients: clientIds.map((clientId) => ({
    client_id: clientId,
    redirect_uris: [redirectUri],
    response_types: ['id_token token'],
    grant_types: ['implicit'],
    token_endpoint_auth_method: 'none',
  })),
  responseTypes: ['id_token token'],
  // As at Google, the id token itself has the person's claims.
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
  jwks: { keys: [key] as never },
  cookies: { keys: ['only for tests'] },
  ttl: { AccessToken: 3600, IdToken: 3600, Interaction: 3600, Session: 3600, Grant: 3600 },
  findAccount: (_context, sub): Account => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
})

/**
 * Follows the provider's redirects with its cookies, answers its sign-in and consent forms, and stops at the URL that
 * contains the tokens.
 */
async function signInAt(issuer: string, clientId: string, sub: string): Promise<SignedInTokens> {
  const cookies = new Map<string, string>()
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'id_token token',
    scope: 'openid email profile',
    nonce: 'once',
  }
  let at = `${issuer}/auth?${new URLSearchParams(query)}`
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    form = undefined
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location?.startsWith(redirectUri)) return tokensOf(location)
    if (location !== null) at = new URL(location, at).href
    else form = answerTo(page, sub)
  }
  throw new Error('the provider did not come to an end')
}

function answerTo(page: string, sub: string): URLSearchParams {
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
  if (prompt === undefined) throw new Error(`the provider shows what is no form: ${page.slice(0, 300)}`)
  return new URLSearchParams(prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt })
}

function tokensOf(address: string): SignedInTokens {
  const given = new URLSearchParams(new URL(address).hash.slice(1))
  const [idToken, accessToken] = [given.get('id_token'), given.get('access_token')]
  if (idToken === null || accessToken === null)
    throw new Error(`the provider refused: ${given.get('error_description') ?? address}`)
  return { idToken, accessToken }
}
