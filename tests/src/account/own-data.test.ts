// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { entryNames } from '#db/names.ts'
import { readOwnData, summaryOf } from '#features/account/own-data.ts'
import type { Services } from '#lib/query/services.ts'
import { keepTyped } from '#lib/query/typed-forms.ts'
import { newDatabaseName } from '../support/device.ts'

const exported = { made_at: '', restaurant: 'Tavola', account: 'ada', tables: {}, unavailable: [] }

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

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

it('whatever the browser keeps of a person is in the file, or named there as left out', async () => {
  const db = await openDatabase(newDatabaseName())
  const services = { db, locationId: 'tavola-nyc', api: { send: async () => exported } }
  const kept: [string, string][] = []
  for (const [index, name] of Object.values(entryNames).entries()) kept.push([name, `kept-value-${index}`])
  const onDevice: string[] = [entryNames.avoidedAllergens, entryNames.diets, entryNames.afterSignUp]
  for (const [name, value] of kept)
    (onDevice.includes(name) ? localStorage : sessionStorage).setItem(name, value)
  // These three entries are expected in parsed form.
  sessionStorage.setItem(entryNames.typed, JSON.stringify({ account: { phone: '2125550147' } }))
  localStorage.setItem(entryNames.avoidedAllergens, 'milk,eggs')
  localStorage.setItem(entryNames.diets, 'vegan')

  const data = await readOwnData(services as unknown as Services, 'ada')
  expect(data.device).toMatchObject({
    typed_forms: [{ form: 'account', phone: '2125550147' }],
    avoided_allergens: ['milk', 'eggs'],
    diets: ['vegan'],
  })
  const inFile = kept.filter(([name, value]) =>
    data.device['entries']!.some((one) => JSON.stringify(one) === JSON.stringify({ name, value })),
  )
  const leftOut = Object.entries(data.device_left_out)
  expect(
    [
      ...inFile.map(([name]) => name),
      ...leftOut.map(([name]) => name),
      'typed',
      'avoided_allergens',
      'diets',
    ].toSorted(),
  ).toEqual(Object.values(entryNames).toSorted())
  expect(leftOut.map(([name]) => name)).toEqual([
    'token',
    'refresh_token',
    'expires',
    'email',
    'previouspath',
    'checkout_step',
    'screen',
    'order_visit',
    'order_id',
    'card_order_review',
  ])
  for (const [, why] of leftOut) expect(why).not.toBe('')
  // A value that is left out does not appear elsewhere, either.
  const text = JSON.stringify(data)
  const leaked = kept.filter(([name, value]) => name in data.device_left_out && text.includes(`"${value}"`))
  expect(leaked).toEqual([])
  db.close()
})
