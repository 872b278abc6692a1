// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { readOwnData, summaryOf } from '#features/account/own-data.ts'
import type { Services } from '#lib/query/services.ts'
import { keepTyped } from '#lib/query/typed-forms.ts'
import { newDatabaseName } from '../support/device.ts'

const exported = { made_at: '', restaurant: 'Tavola', account: 'ada', tables: {}, unavailable: [] }

afterEach(() => sessionStorage.clear())

it('one’s own data has what this tab keeps of forms that were begun', async () => {
  const db = await openDatabase(newDatabaseName())
  const services = { db, locationId: 'tavola-nyc', api: { send: async () => exported } }
  keepTyped('contact', { first_name: 'Ada', email: 'ada@example.com', message: 'Do you have high chairs?' })
  keepTyped('account', { phone: '2125550147' })
  const data = await readOwnData(services as unknown as Services, 'ada')
  expect(data.device['typed_forms']).toEqual([
    { form: 'contact', first_name: 'Ada', email: 'ada@example.com', message: 'Do you have high chairs?' },
    { form: 'account', phone: '2125550147' },
  ])
  expect(summaryOf(data)).toEqual([{ name: 'On this device', count: 2 }])
  db.close()
})
