// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'

type Tokens = { idToken: string; accessToken: string }

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')]
const loadGoogle = async (id: string) => (await import('#lib/identity/google.ts')).loadGoogle(id)
const loadFacebook = async (id: string) => (await import('#lib/identity/facebook.ts')).loadFacebook(id)

/** Fires an event of the newest script, as soon as it is requested. */
async function answer(what: 'load' | 'error'): Promise<string> {
  await vi.waitUntil(() => scripts().length > 0, { timeout: 20_000 })
  const script = scripts().at(-1)!
  if (what === 'load') script.onload!(new Event('load'))
  else (script.onerror as () => void)()
  return script.src
}

beforeEach(() => {
  // The adapters remember what they have loaded: each test needs new modules.
  vi.resetModules()
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    for (const script of scripts()) script.remove()
    // Tests in other files need new modules, too.
    vi.resetModules()
  }
})

describe('a provider that is not configured', () => {
  it('loads nothing and offers nothing @LO-01', async () => {
    expect(await loadGoogle('')).toBeUndefined()
    expect(await loadFacebook('')).toBeUndefined()
    expect(scripts()).toHaveLength(0)
  })
})

describe('Google', () => {
  const initialize =
    vi.fn<(options: { client_id: string; callback(answer: { credential?: string }): void }) => void>()
  const renderButton = vi.fn<(place: HTMLElement, options: { width: number; theme: string }) => void>()
  beforeEach(() => {
    initialize.mockClear()
    renderButton.mockClear()
    vi.stubGlobal('google', { accounts: { id: { initialize, renderButton } } })
  })

  it('is loaded once, and its button gives the id token to the current screen @LO-01', async () => {
    const loading = [loadGoogle('client'), loadGoogle('client')]
    expect(await answer('load')).toBe('https://accounts.google.com/gsi/client')
    const [google, same] = await Promise.all(loading)
    expect(google).toBe(same)
    expect(scripts()).toHaveLength(1)
    const options = initialize.mock.calls[0]![0]
    expect([initialize.mock.calls.length, options.client_id]).toEqual([1, 'client'])

    const place = document.createElement('div')
    const heard = vi.fn<(tokens: Tokens) => void>()
    const unmount = google!.mount(place, heard, { widthPx: 900, dark: true })
    expect(renderButton.mock.calls[0]![1]).toMatchObject({ width: 400, theme: 'filled_black' })
    options.callback({})
    options.callback({ credential: 'id.token' })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ idToken: 'id.token', accessToken: '' })
    unmount()
    expect(place.children).toHaveLength(0)
    options.callback({ credential: 'late' })
    expect(heard).toHaveBeenCalledOnce()
  })

  it('is requested a second time by itself, and again by the next person who wants it', async () => {
    const first = loadGoogle('client')
    await answer('error')
    await answer('error')
    await expect(first).rejects.toThrow('accounts.google.com could not be reached')
    expect(scripts()).toHaveLength(0)
    const next = loadGoogle('client')
    await answer('load')
    expect(await next).toBeDefined()
  })

  it('has a time limit', async () => {
    const { loadGoogle: load } = await import('#lib/identity/google.ts')
    vi.useFakeTimers()
    const ended = load('client').catch(String)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await ended).toMatch('within 10000 ms')
    expect(scripts()).toHaveLength(0)
  })

  it('says so when its script does not define it', async () => {
    vi.stubGlobal('google', undefined)
    const loading = loadGoogle('client')
    await answer('load')
    await expect(loading).rejects.toThrow('did not bring')
  })
})

describe('Facebook', () => {
  type Answer = { authResponse?: { accessToken?: string } | null }
  const init = vi.fn<(options: Record<string, unknown>) => void>()
  const login = vi.fn<(listener: (answer: Answer) => void, options: { scope: string }) => void>()
  beforeEach(() => {
    init.mockClear()
    login.mockClear()
    vi.stubGlobal('FB', { init, login })
  })
  const ready = async () => {
    const loading = loadFacebook('app')
    expect(await answer('load')).toBe('https://connect.facebook.net/en_US/sdk.js')
    return (await loading)!
  }

  it('receives nothing before the tap, and opens its window within the tap @LO-01', async () => {
    const facebook = await ready()
    expect(init.mock.calls[0]![0]).toMatchObject({
      appId: 'app',
      cookie: false,
      status: false,
      xfbml: false,
      autoLogAppEvents: false,
    })
    expect(login).not.toHaveBeenCalled()
    const signingIn = facebook.signIn()
    expect(login).toHaveBeenCalledOnce()
    login.mock.calls[0]![0]({ authResponse: { accessToken: 'token' } })
    expect(await signingIn).toEqual({ accessToken: 'token' })
  })

  it('returns nothing when the guest closed the window', async () => {
    const facebook = await ready()
    const signingIn = facebook.signIn()
    login.mock.calls[0]![0]({ authResponse: null })
    expect(await signingIn).toBeUndefined()
  })
})
