import { expect, it } from 'vitest'
import { findClockWarning } from '#server/clock-warning.ts'
import { databases } from './support/databases.ts'

it.for(databases)(
  'a machine whose clock differs from that of its PostgreSQL is told [$name]',
  async (engine) => {
    const database = await engine.open()
    const told = async (offMs: number) =>
      (await findClockWarning(database, { now: () => Date.now() + offMs })) ?? 'nothing'
    const isOwn = database.engine === 'embedded'
    expect(await told(0)).toBe('nothing')
    expect(await told(90_000)).toMatch(
      isOwn ? /^nothing$/ : /^WARNING: the clock of this machine is (89|90|91) s ahead of the database’s: /,
    )
    expect(await told(-3_600_000)).toMatch(
      isOwn ? /^nothing$/ : / is (3599|3600|3601) s behind the database’s: /,
    )
    await database.close()
  },
)
