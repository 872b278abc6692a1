import { loadScript } from '#lib/ports/load-script.ts'

/**
 * What the API expects (§7 POST /auth/google/clientside). Signing in gives an id token; an access token would need consent to more, and nothing here uses one.
 */
export type GoogleTokens = { idToken: string; accessToken: string }

export type GoogleSignIn = {
  /** Draws Google's own button into `place`, since Google offers no other way to sign in. Returns a function that removes it. */
  mount(
    place: HTMLElement,
    on: (tokens: GoogleTokens) => void,
    look?: { dark?: boolean; widthPx?: number },
  ): () => void
}

/** The part of Google Identity Services that the portal uses. */
type GoogleIdentity = {
  initialize(options: {
    client_id: string
    callback: (answer: { credential?: string }) => void
    ux_mode: 'popup'
    auto_select: boolean
    itp_support: boolean
  }): void
  renderButton(
    place: HTMLElement,
    options: {
      type: 'standard'
      theme: 'outline' | 'filled_black'
      size: 'large'
      text: 'continue_with'
      width: number
      logo_alignment: 'center'
    },
  ): void
}

const address = 'https://accounts.google.com/gsi/client'

let ready: { clientId: string; signIn: Promise<GoogleSignIn> } | undefined

/**
 * Google's sign-in, through its own script, which is loaded now and only once. Undefined, and nothing is loaded, where no client id is configured. Rejects when
 * the script cannot be loaded; a later call tries again.
 */
export async function loadGoogle(clientId: string): Promise<GoogleSignIn | undefined> {
  if (clientId === '') return undefined
  if (ready?.clientId === clientId) return await ready.signIn
  const signIn = loadScript(address).then(() => start(clientId))
  ready = { clientId, signIn }
  signIn.catch(() => {
    ready = undefined
  })
  return await signIn
}

function start(clientId: string): GoogleSignIn {
  const identity = (globalThis as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id
  if (!identity) throw new Error('Google’s script did not bring its sign-in')
  // Initialized once per page; the listener changes with the screen.
  let listener: ((tokens: GoogleTokens) => void) | undefined
  identity.initialize({
    client_id: clientId,
    callback: ({ credential }) => credential && listener?.({ idToken: credential, accessToken: '' }),
    ux_mode: 'popup',
    auto_select: false,
    itp_support: true,
  })
  return {
    mount(place, on, { dark = false, widthPx = 300 } = {}) {
      const box = document.createElement('div')
      place.append(box)
      listener = on
      identity.renderButton(box, {
        type: 'standard',
        theme: dark ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        // Google's button can be 200 to 400 px wide.
        width: Math.min(400, Math.max(200, Math.round(widthPx))),
        logo_alignment: 'center',
      })
      return () => {
        if (listener === on) listener = undefined
        box.remove()
      }
    },
  }
}
