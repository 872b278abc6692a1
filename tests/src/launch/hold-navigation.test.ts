// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdNavigation } from '../../../src/launch/hold-navigation.ts'

const page = document.documentElement
const push = { action: { type: 'PUSH' } } as const
let loads: string[]
let end: () => void
const makeRouter = () => ({
  load: (options?: { action?: { type: string } }) => {
    loads.push(options?.action?.type ?? 'load')
    return new Promise<void>((resolve) => (end = resolve))
  },
  updateLatestLocation: vi.fn<() => void>(),
})
beforeEach(() => (loads = []))
afterEach(() => vi.unstubAllGlobals())

/** Runs animation frames when the test says so. */
function stepFrames(): { frame: () => Promise<void> } {
  const asked: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => asked.push(run))
  return {
    frame: async () => {
      for (const run of asked.splice(0)) run(0)
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

it('a navigation waits until the first screen is alive, and is not lost', async () => {
  const router = makeRouter()
  let tell = (): void => undefined
  holdNavigation(router, new Promise<void>((resolve) => (tell = resolve)))
  void router.load()
  await Promise.resolve()
  expect(loads).toEqual([])
  tell()
  await vi.waitFor(() => expect(loads).toEqual(['load']))
})

it('a tap is answered in a frame before its screen is rendered, and stays visible until the screen is shown', async () => {
  const { frame } = stepFrames()
  const router = makeRouter()
  holdNavigation(router, Promise.resolve())
  await Promise.resolve()
  const gone = router.load(push)
  expect(router.updateLatestLocation).toHaveBeenCalledOnce()
  expect(loads).toEqual([])
  expect(page.dataset).toHaveProperty('leaving')
  await frame()
  expect(loads).toEqual(['PUSH'])
  expect(page.dataset).toHaveProperty('leaving')
  end()
  await gone
  expect(page.dataset).not.toHaveProperty('leaving')
})

it('a second tap within the frame leads where it says, once; BACK waits for nothing', async () => {
  const { frame } = stepFrames()
  const router = makeRouter()
  holdNavigation(router, Promise.resolve())
  await Promise.resolve()
  void router.load(push)
  void router.load({ action: { type: 'REPLACE' } })
  expect(router.updateLatestLocation).toHaveBeenCalledTimes(2)
  await frame()
  expect(loads).toEqual(['PUSH'])
  void router.load({ action: { type: 'BACK' } })
  expect(loads).toEqual(['PUSH', 'BACK'])
})
