import { expect, it } from 'vitest'
import { databases, missingPostgres } from './support/databases.ts'

it('runs the embedded engine', () => {
  expect(databases.map((engine) => engine.name)).toContain('PGlite')
})

// Shown as skipped where there is none: what was proved on one engine only must not look proved on both.
it.skipIf(missingPostgres !== undefined)('runs PostgreSQL, too', async () => {
  const database = await databases.find((engine) => engine.name === 'PostgreSQL')!.open()
  expect(
    (await database.query<{ server_version: string }>('SHOW server_version'))[0]!.server_version,
  ).toMatch(/^\d+/)
  await database.close()
})
