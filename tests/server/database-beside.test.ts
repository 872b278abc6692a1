import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testCardKey } from './support/cipher.ts'
import { concurrentDatabases, urlOf } from './support/databases.ts'
import { makeTree, portOf, run } from './support/program.ts'

describe.for(concurrentDatabases)('a start [$name]', (engine) => {
  it('warns that an embedded database beside it is not used, with its orders and cards', async () => {
    const database = await engine.open()
    onTestFinished(() => database.close())
    const root = makeTree()
    mkdirSync(join(root, 'data/database'), { recursive: true })
    writeFileSync(join(root, 'data/database/PG_VERSION'), '17')
    const started = run(root, { DATABASE_URL: await urlOf(database), CARD_KEY: testCardKey })
    await portOf(started)
    started.child.kill('SIGTERM')
    await started.ended
    expect(started.output()).toContain(
      `the embedded database in ${join(root, 'data')} is not used, and its orders, cards and accounts`,
    )
  }, 60_000)
})
