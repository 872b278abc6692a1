// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { DataRetention, fixedRetention } from '#contract/rules/retention.ts'
import { LegalScreen } from '#features/content/screens/legal-screen.tsx'
import { personalTables } from '../../../lint/personal-tables.mjs'
import { whatStaysElsewhere, whatStaysInTables } from '../../support/what-stays.ts'
import { find, setMedia, show, until } from '../support/screen.tsx'
import { siteCopy, sitePage } from '../support/site.tsx'

beforeEach(() => {
  setMedia({})
})

/**
 * The retention times that a restaurant sets, each with a different number of days, and their rows on the page. Undefined:
 * without personal data.
 */
const own: Record<keyof DataRetention, [days: number, row: string] | undefined> = {
  unplaced_order_days: [3, 'Orders that were never placed'],
  order_contact_days: [121, 'Name, address, phone, email and car on orders for food'],
  gift_contact_days: [730, 'Names, addresses and messages on orders for gift cards'],
  trail_days: [91, 'Account activity, without names'],
  policy_report_days: undefined,
}
/** The retention times that are the same everywhere; where two share a row, it states the longer. */
const everywhere: Record<keyof typeof fixedRetention, [row: string, time: string]> = {
  answerDays: ['Encrypted copies of answers, so that nothing is ordered or paid twice', 'up to 30 days'],
  paymentAnswerDays: [
    'Encrypted copies of answers, so that nothing is ordered or paid twice',
    'up to 30 days',
  ],
  countDays: ['Counts against guessing and misuse, as codes that name nobody', 'up to 2 days'],
  signInFailureDays: ['Counts against guessing and misuse, as codes that name nobody', 'up to 2 days'],
  sessionDays: ['Devices that were signed out, and links we mailed', '30 days'],
  knownNetworkDays: ['Where an account was used, as a code that identifies nobody', '90 days'],
}

it('the privacy page tells every time for which something of a person is kept, by the restaurant’s own numbers', async () => {
  const settings = Object.fromEntries(Object.entries(own).map(([name, row]) => [name, row?.[0] ?? 8]))
  const copy = siteCopy()
  copy.location.settings = { ...copy.location.settings, data_retention: settings }
  await show(
    sitePage({ '/privacy': () => <LegalScreen name="privacy_page" /> }, { at: '/privacy', copy }).page,
  )
  const list = await until(() => find('[aria-labelledby="kept-data"] dl'))
  const told = [...list.children].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent,
  ])
  const expected = new Map<string, string>()
  for (const row of Object.values(own))
    if (row) expected.set(row[1], row[0] === 730 ? '2 years' : `${row[0]} days`)
  for (const [row, time] of Object.values(everywhere)) expected.set(row, time)
  expected.set('Browsers that get updates on an order', 'until the order is over')
  expect(new Map(told as [string, string][])).toEqual(expected)
  expect(told).toHaveLength(expected.size)
})

it('the privacy page names what stays of an account that was deleted: all of it, and nothing else', async () => {
  const copy = siteCopy()
  copy.location.api_extensions = [...(copy.location.api_extensions ?? []), 'own_data']
  await show(
    sitePage({ '/privacy': () => <LegalScreen name="privacy_page" /> }, { at: '/privacy', copy }).page,
  )
  const part = await until(() => find('[aria-labelledby="kept-data"]'))
  const textsOf = (selector: string) =>
    [...part.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const stays = textsOf('li')
  const kept = textsOf('dt')

  const named = new Set([...Object.values(whatStaysInTables).flat(), ...Object.values(whatStaysElsewhere)])
  expect([...named].filter((line) => !kept.includes(line)).toSorted()).toEqual(stays.toSorted())

  const staying = Object.entries(personalTables).filter(([, kind]) => !['nobody', 'deleted'].includes(kind))
  const missing = staying.filter(([table]) => !(table in whatStaysInTables))
  expect(missing).toEqual([])
})

it('the privacy page says whose data it is about, also where nothing can be ordered any more', async () => {
  const copy = siteCopy({ settings: { meals: {}, my_account: { enable: false } } })
  copy.location.api_extensions = ['own_data']
  await show(
    sitePage({ '/privacy': () => <LegalScreen name="privacy_page" /> }, { at: '/privacy', copy }).page,
  )
  const part = await until(() => find('[aria-labelledby="kept-data"]'))
  expect(find('p', /^Where you have ordered/).textContent).toBe(
    'Where you have ordered, bought a gift card or had an account here, now or before:',
  )
  expect([...part.querySelectorAll('dt')].map(({ textContent }) => textContent)).toContain(
    'Name, address, phone, email and car on orders for food',
  )
})

it('the privacy page says which of it belongs to what the restaurant does not offer, and leaves none of it out', async () => {
  const rowsOf = async (settings: object) => {
    document.body.replaceChildren()
    const copy = siteCopy({ settings })
    copy.location.api_extensions = ['own_data']
    await show(
      sitePage({ '/privacy': () => <LegalScreen name="privacy_page" /> }, { at: '/privacy', copy }).page,
    )
    const part = await until(() => find('[aria-labelledby="kept-data"]'))
    const lists = [...part.querySelectorAll('dl')].map((list) =>
      [...list.querySelectorAll('dt')].map(({ textContent }) => textContent),
    )
    return { lists, text: part.textContent }
  }
  const note = 'The following belongs to what this restaurant does not offer right now.'
  const all = await rowsOf({})
  expect([all.lists.length, all.text.includes(note)]).toEqual([1, false])

  const off = await rowsOf({ meals: {}, my_account: { enable: false }, cards: {} })
  expect(off.text).toContain(note)
  // The restaurant has no such page.
  expect(off.text).not.toContain('under My account')
  expect(off.lists[0]).toEqual([
    'Encrypted copies of answers, so that nothing is ordered or paid twice',
    'Counts against guessing and misuse, as codes that name nobody',
  ])
  expect(off.lists.flat().toSorted()).toEqual(all.lists.flat().toSorted())

  const noFood = await rowsOf({ meals: {} })
  expect(noFood.lists[1]).toEqual([
    'Name, address, phone, email and car on orders for food',
    'Browsers that get updates on an order',
  ])
})
