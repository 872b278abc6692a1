import { expect, it } from 'vitest'
import { newCardNumber } from '#server/modules/cards/card-number.ts'
import { defaultLimits } from '#server/modules/limits/default-limits.ts'
import { systemIds } from '#server/ports/system.ts'

/** The size of a large restaurant group, and the largest attack on gift cards ever described (docs/faults.md, X4). */
const liveCards = 100_000
const botPerHour = 1_700_000

it('the largest known card bot finds less than a thousandth of a card a day among 100,000 (X4)', () => {
  const numbers = Array.from({ length: 20_000 }, () => newCardNumber(systemIds))
  expect(new Set(numbers).size).toBe(numbers.length)
  // How many digits are random: the positions in which all ten digits were seen.
  const free = Array.from(
    { length: 16 },
    (_, place) => new Set(numbers.map((number) => number[place])).size,
  ).filter((seen) => seen === 10).length
  expect(free).toBeGreaterThanOrEqual(15)
  const lookedUpPerHour = Math.min(
    botPerHour,
    (defaultLimits.cardGuessOverall.max * 60) / defaultLimits.cardGuessOverall.minutes,
  )
  const hitsPerDay = (lookedUpPerHour * 24 * liveCards) / 10 ** free
  expect(hitsPerDay).toBeLessThanOrEqual(0.001)
})
