import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerWorker } from '#lib/pwa/register-worker.ts'
import { switchLanguage } from '#lib/pwa/switch-language.ts'
import { updates } from '#lib/pwa/updates.ts'

const notThere = (): Response =>
  new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } })

const stage = (answer: () => Response) => {
  const unregister = vi.fn<() => Promise<boolean>>(async () => true)
  const reload = vi.fn<() => void>()
  const register = vi.fn<(url: string) => Promise<unknown>>(async () => {
    throw new TypeError('bad HTTP response code (404) when fetching the script')
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      register,
      getRegistration: async () => ({ unregister }),
      addEventListener: () => undefined,
      controller: null,
    },
  })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => answer()),
  )
  return { unregister, reload, register }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('a worker whose file is gone for good is unregistered, and the page reloaded @LO-18', async () => {
  const { unregister, reload, register } = stage(notThere)
  registerWorker()
  await vi.advanceTimersByTimeAsync(6000)
  expect(register.mock.calls[0]![0]).toBe('/service-worker.js')
  expect(unregister).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

it('a worker stays when its file only cannot be reached @LO-18', async () => {
  const { unregister, reload } = stage(() => new Response('', { status: 503 }))
  registerWorker()
  await vi.advanceTimersByTimeAsync(6000)
  expect([unregister.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0])
})

it('a worker that has taken over by itself is not waited for: accepting the offer reloads the page (V7)', async () => {
  const { reload, register } = stage(notThere)
  const worker = { state: 'installed', postMessage: vi.fn<() => void>() }
  Object.assign(navigator.serviceWorker, { controller: {} })
  register.mockImplementation(async () => ({
    waiting: worker,
    addEventListener: () => undefined,
    update: async () => undefined,
  }))
  registerWorker()
  await vi.advanceTimersByTimeAsync(0)
  worker.state = 'activated'
  updates.get()!.take()
  expect([reload.mock.calls.length, worker.postMessage.mock.calls.length]).toEqual([1, 0])
})

describe('another language, while a newer version in the old one waits', () => {
  const workerOf = (state: string) =>
    Object.assign(new EventTarget(), { state, postMessage: vi.fn<(message: unknown) => void>() })

  /** A page with a waiting version; `found` is what the server has by the time it is asked. */
  async function openPage(found: 'another' | 'none') {
    const { register, reload } = stage(() => new Response('{}'))
    vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
    const [waiting, coming] = [workerOf('installed'), workerOf('installing')]
    const registration = Object.assign(new EventTarget(), {
      waiting,
      installing: undefined as typeof coming | undefined,
      async update() {
        if (found === 'none') return
        registration.installing = coming
        registration.dispatchEvent(new Event('updatefound'))
      },
    })
    register.mockImplementation(async () => registration)
    Object.assign(navigator.serviceWorker, { controller: {}, getRegistration: async () => registration })
    registerWorker()
    await vi.advanceTimersByTimeAsync(0)
    const arrive = (): void => {
      Object.assign(registration, { installing: undefined, waiting: coming })
      Object.assign(waiting, { state: 'redundant' })
      coming.state = 'installed'
      coming.dispatchEvent(new Event('statechange'))
    }
    return { waiting, coming, arrive, reload }
  }
  const taken = expect.objectContaining({ type: 'skip-waiting' })

  it('takes the one that comes in the new language, and not the one that waits in the old', async () => {
    const { waiting, coming, arrive, reload } = await openPage('another')
    const switched = switchLanguage('es', async () => false)
    await vi.advanceTimersByTimeAsync(1000)
    expect([waiting.postMessage.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0])
    arrive()
    expect(await switched).toBe(true)
    expect(waiting.postMessage).not.toHaveBeenCalled()
    expect(coming.postMessage).toHaveBeenCalledExactlyOnceWith(taken)
  })

  it('takes the waiting one when no other comes', async () => {
    const { waiting } = await openPage('none')
    expect(await switchLanguage('es', async () => false)).toBe(true)
    expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith(taken)
  })

  it('reloads nothing during a payment, also if that began meanwhile', async () => {
    const { waiting, coming, arrive, reload } = await openPage('another')
    const words = 'A payment is being made. You can change the language when it is done.'
    expect(await switchLanguage('es', async () => true)).toBe(words)
    let isPaying = false
    const switched = switchLanguage('es', async () => isPaying)
    await vi.advanceTimersByTimeAsync(1000)
    isPaying = true
    arrive()
    expect(await switched).toBe(words)
    expect([waiting, coming].flatMap((one) => one.postMessage.mock.calls)).toEqual([])
    expect([reload.mock.calls.length, document.cookie.includes('=es')]).toEqual([0, false])
  })
})
