import { expect, test } from 'vitest'
import { play, sharesOf } from '../../scripts/random-orders/run.mjs'

test('each order is played by one process, and none twice', () => {
  expect(sharesOf({ orders: 10, seed: 100, processes: 3 })).toEqual([
    { seed: 100, orders: 4 },
    { seed: 104, orders: 4 },
    { seed: 108, orders: 2 },
  ])
  expect(sharesOf({ orders: 2, seed: 1, processes: 8 })).toEqual([
    { seed: 1, orders: 1 },
    { seed: 2, orders: 1 },
  ])
})

test(
  'orders of any seed are played by several processes, on the server’s own engine',
  { timeout: 300_000 },
  async () => {
    const { broken, played } = await play({
      orders: 6,
      seed: 7,
      processes: 2,
      engine: 'embedded',
      quiet: true,
    })
    expect(broken).toEqual([])
    expect(played).toBe(6)
  },
)
