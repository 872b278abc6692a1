import { expect, it } from 'vitest'
import { holdNavigation } from '../../../src/launch/hold-navigation.ts'

it('a navigation waits until the first screen is alive, and is not lost; later ones go at once', async () => {
  const loads: string[] = []
  const router = { load: async (...options: never[]) => void loads.push(`load ${options.length}`) }
  let tell = (): void => undefined
  holdNavigation(router, new Promise<void>((resolve) => (tell = resolve)))
  const first = router.load()
  await Promise.resolve()
  expect(loads).toEqual([])
  tell()
  await first
  expect(loads).toEqual(['load 0'])
  void router.load()
  expect(loads).toEqual(['load 0', 'load 0'])
})
