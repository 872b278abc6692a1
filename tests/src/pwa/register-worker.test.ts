import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerWorker } from '#lib/pwa/register-worker.ts'
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

it('a worker whose file is gone for good is taken off, and the page loaded anew @LO-18', async () => {
  const { unregister, reload, register } = stage(notThere)
  registerWorker()
  await vi.advanceTimersByTimeAsync(6000)
  expect(register.mock.calls[0]![0]).toBe('/service-worker.js')
  expect(unregister).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

it('a worker stays where its file is only out of reach @LO-18', async () => {
  const { unregister, reload } = stage(() => new Response('', { status: 503 }))
  registerWorker()
  await vi.advanceTimersByTimeAsync(6000)
  expect([unregister.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0])
})

it('a worker that has taken over by itself is not waited for: the offer loads the page anew (V7)', async () => {
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
