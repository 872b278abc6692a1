import { expect, it } from 'vitest'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createPageActions } from '../../../src/launch/page-actions.ts'

it('what is offered is asked for anew when a call was refused as switched off', () => {
  const client = createQueryClient()
  client.setQueryData(keys.location('tavola-nyc'), {})
  const noRouter = () => {
    throw new Error('nobody is led anywhere')
  }
  createPageActions(client, 'tavola-nyc', createSessionStore(), noRouter).reads.makeStale(['location'])
  expect(client.getQueryState(keys.location('tavola-nyc'))?.isInvalidated).toBe(true)
})
