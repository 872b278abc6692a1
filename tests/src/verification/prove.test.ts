import { expect, it } from 'vitest'
import { prove } from '#lib/verification/prove.ts'
import type { Database } from '#server/db/database.ts'
import { embeddedVerification } from '#server/ports/verification/embedded.ts'
import type { Challenge } from '#lib/verification/run-solver.ts'

const clock = { now: () => Date.UTC(2026, 10, 20) }

/** The server's own verification, with used answers stored in a set. */
function server(locationId: string) {
  const used = new Set<string>()
  const database = {
    query: async (_text: string, values: unknown[]) => {
      const key = values.join()
      if (used.has(key)) return []
      used.add(key)
      return [{ used: 1 }]
    },
  } as unknown as Database
  const verification = embeddedVerification({
    database,
    clock,
    secret: 'a secret of the test',
    work: { cost: 10, tries: 20 },
  })
  return {
    challenge: async () =>
      JSON.parse(JSON.stringify(await verification.makeChallenge!(locationId))) as Challenge,
    verify: (answer: string, at = locationId) => verification.verify(at, answer),
  }
}

it.for(['bella-nyc', 'café-日本'])(
  'an answer is what the server verifies, once, and for this restaurant only: %s',
  async (locationId) => {
    const { challenge, verify } = server(locationId)
    const answer = await prove(await challenge())
    expect(answer.length).toBeLessThan(8192)
    expect(await verify(answer, 'another')).toBe(false)
    expect(await verify(answer)).toBe(true)
    expect(await verify(answer)).toBe(false)
  },
)

it('an answer to a challenge that was tampered with is refused', async () => {
  const { challenge, verify } = server('bella-nyc')
  const given = await challenge()
  const easier = { ...given, parameters: { ...given.parameters, cost: 1, keyPrefix: '0' } }
  expect(await verify(await prove(easier))).toBe(false)
})

it('a challenge of an unknown kind is not worked on', async () => {
  const { challenge } = server('bella-nyc')
  const given = await challenge()
  await expect(
    prove({ ...given, parameters: { ...given.parameters, algorithm: 'ARGON2ID' } }),
  ).rejects.toThrow('algorithm')
})
