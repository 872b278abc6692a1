import { loadScript } from '#lib/ports/load-script.ts'

export type FacebookTokens = { accessToken: string }

export type FacebookSignIn = {
  /** Opens Facebook's window: call it directly in the tap's handler, or the browser blocks it. Undefined when the guest closed it or refused. */
  signIn(): Promise<FacebookTokens | undefined>
}

/** The part of Facebook's JavaScript SDK that the portal uses. */
type FacebookSdk = {
  init(options: {
    appId: string
    version: string
    cookie: boolean
    xfbml: boolean
    status: boolean
    autoLogAppEvents: boolean
  }): void
  login(
    on: (answer: { authResponse?: { accessToken?: string } | null; status?: string }) => void,
    options: { scope: string },
  ): void
}

const address = 'https://connect.facebook.net/en_US/sdk.js'
const graphVersion = 'v23.0'

let ready: { appId: string; signIn: Promise<FacebookSignIn> } | undefined

/**
 * Facebook's sign-in, through its own script, which is loaded now and only once: before the tap, since its window must open within the tap's handler.
 * Undefined, and nothing is loaded, where no app id is configured. Rejects when the script cannot be loaded; a later call tries again.
 */
export async function loadFacebook(appId: string): Promise<FacebookSignIn | undefined> {
  if (appId === '') return undefined
  if (ready?.appId === appId) return await ready.signIn
  const signIn = loadScript(address).then(() => start(appId))
  ready = { appId, signIn }
  signIn.catch(() => {
    ready = undefined
  })
  return await signIn
}

function start(appId: string): FacebookSignIn {
  const sdk = (globalThis as { FB?: FacebookSdk }).FB
  if (!sdk) throw new Error('Facebook’s script did not bring its sign-in')
  // No cookie, no status check, no events: Facebook is told nothing before the tap.
  sdk.init({
    appId,
    version: graphVersion,
    cookie: false,
    xfbml: false,
    status: false,
    autoLogAppEvents: false,
  })
  return {
    signIn: () =>
      new Promise((resolve) => {
        sdk.login(
          ({ authResponse }) => {
            const accessToken = authResponse?.accessToken
            resolve(accessToken ? { accessToken } : undefined)
          },
          { scope: 'public_profile,email' },
        )
      }),
  }
}
