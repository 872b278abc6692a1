import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { keys } from '#lib/query/keys.ts'
import { createQueryClient } from '#lib/query/query-client.ts'
import { createSessionStore } from '#lib/query/session-store.ts'
import { createPageActions } from '../../../src/launch/page-actions.ts'

it('the location is requested again when a call was refused as switched off', () => {
  const client = createQueryClient()
  client.setQueryData(keys.location('tavola-nyc'), {})
  const noRouter = () => {
    throw new Error('nobody is led anywhere')
  }
  createPageActions(client, 'tavola-nyc', createSessionStore(), noRouter).reads.makeStale(['location'])
  expect(client.getQueryState(keys.location('tavola-nyc'))?.isInvalidated).toBe(true)
})

it('a screen that reads while its guest turns out to be signed in gets an answer, without older data', async () => {
  const client = createQueryClient()
  const { forgetPersonal } = createPageActions(client, 'tavola-nyc', createSessionStore(), () => {
    throw new Error('nobody is led anywhere')
  })
  let load: (answer: string) => void = () => undefined
  const services = new Promise<string>((resolve) => (load = resolve))
  const observer = new QueryObserver(client, {
    queryKey: keys.sentGift('tavola-nyc', 'o1'),
    queryFn: () => services,
  })
  const stop = observer.subscribe(() => undefined)
  client.setQueryData(keys.cards('tavola-nyc', 'ada'), [])
  forgetPersonal()
  load('the gift')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('the gift'), { timeout: 20_000 })
  expect(client.getQueryData(keys.cards('tavola-nyc', 'ada'))).toBeUndefined()
  stop()
  client.clear()
})
