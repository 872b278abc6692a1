// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { User, UserUpdateBody } from '#contract/schemas/user.ts'
import { AccountScreen } from '#features/account/screens/account-screen.tsx'
import type { Services } from '#lib/query/services.ts'
import { showUser } from '#lib/query/show-user.ts'
import { user } from '../support/account.ts'
import { inAct } from '../support/order-page.tsx'
import { fill, find, press, setMedia, show, until } from '../support/screen.tsx'
import { sitePage } from '../support/site.tsx'

/** An account whose details are changed on another device while they are edited here. */

beforeEach(() => {
  setMedia({ 'min-width': true })
  sessionStorage.clear()
})

const ada = user({
  dob: '02/29/1980',
  phone: '2125550147',
  address: '1 Main Street',
  city: 'New York',
  state: 'NY',
  zip: '10011',
})
const words = ['Your details were changed somewhere else. Please look and save again.']
type Outcome = Awaited<ReturnType<Services['outcomeOf']>>

async function open(outcome: Outcome) {
  const saved: [UserUpdateBody, string | undefined][] = []
  const dismissed: string[] = []
  const services: Partial<Services> = {
    readTransactions: () => new Promise<never>(() => undefined),
    async saveUser(body, editedFrom) {
      saved.push([body, editedFrom])
      return 'op'
    },
    outcomeOf: async () => outcome,
    async dismissUserRefusal() {
      dismissed.push('')
    },
  }
  const { page, client } = sitePage(
    { '/account': () => <AccountScreen /> },
    { at: '/account', user: ada, services },
  )
  await show(page)
  /** The account as the device has it from now on. */
  const becomes = (
    value: User,
    refusal: string[] = [],
    refused?: Partial<UserUpdateBody>,
    { waiting = false } = {},
  ) =>
    inAct(async () =>
      showUser(client, 'tavola-nyc', 'ada', {
        value,
        savedAt: 2,
        etag: '"2"',
        waiting,
        refusal,
        refused,
      }),
    )
  await press(await until(() => find('button', 'EDIT')))
  return { saved, dismissed, becomes }
}
const field = (label: string) => find<HTMLInputElement>('input', label)
const save = () => press(find('button', 'SAVE INFORMATION'))

it('the form shows what was changed there, keeps what was typed here, and saves both', async () => {
  const { saved, becomes } = await open({ state: 'refused', messages: words })
  await fill(field('Phone'), '2125550199')
  await save()
  await until(() => expect(find('[role=alert]').textContent).toContain(words[0]))
  await becomes({ ...ada, first_name: 'Grace' })
  await until(() => expect(field('First name').value).toBe('Grace'))
  expect(field('Phone').value).toBe('(212) 555-0199')
  await save()
  await until(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toMatchObject([{ first_name: 'Grace', phone: '2125550199' }, '"2"'])
})

it('an edit that was stored on the device and then refused is no longer called saved', async () => {
  const { becomes } = await open({ state: 'waiting' })
  await fill(field('Phone'), '2125550199')
  await save()
  await until(() => expect(find('[role=status]').textContent).toContain('Saved on this device.'))
  await becomes({ ...ada, first_name: 'Grace' }, words)
  await until(() => expect(document.body.textContent).toContain('Your changes were not saved'))
  expect(document.body.textContent).not.toContain('Saved on this device.')
  await press(find('button', 'Dismiss'))
  expect(document.body.textContent).not.toContain('Saved on this device.')
})

it('an edit that was refused after it was stored is in the form again, beside the changes made elsewhere', async () => {
  const { saved, becomes } = await open({ state: 'waiting' })
  await press(find('button', 'CANCEL'))
  await becomes({ ...ada, first_name: 'Grace' }, words, { phone: '2125550199' })
  await press(find('button', 'EDIT'))
  expect([field('First name').value, field('Phone').value]).toEqual(['Grace', '(212) 555-0199'])
  await save()
  await until(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject([{ first_name: 'Grace', phone: '2125550199' }, '"2"'])
})

it('a person who has read the refusal finds their edit until they discard it', async () => {
  const { dismissed, becomes } = await open({ state: 'waiting' })
  await press(find('button', 'CANCEL'))
  await becomes(ada, words, { phone: '2125550199' })
  await press(await until(() => find('button', 'Dismiss')))
  await becomes(ada)
  await press(find('button', 'EDIT'))
  expect(field('Phone').value).toBe('(212) 555-0199')
  await becomes(ada, words, { city: 'Albany' })
  await until(() => expect(field('City').value).toBe('Albany'))
  await press(find('button', 'CANCEL'))
  await until(() => expect(dismissed).toHaveLength(2))
  await becomes(ada)
  await press(find('button', 'EDIT'))
  expect([field('Phone').value, field('City').value]).toEqual(['(212) 555-0147', 'New York'])
})

it('an edit that was stored and has been sent since is no longer said to wait', async () => {
  const { becomes } = await open({ state: 'waiting' })
  await fill(field('Phone'), '2125550199')
  await save()
  await until(() => expect(find('[role=status]').textContent).toContain('Saved on this device.'))
  const edited = { ...ada, phone: '2125550199' }
  await becomes(edited, [], undefined, { waiting: true })
  await until(() => expect(document.body.textContent).toContain('(212) 555-0199'))
  expect(find('[role=status]').textContent).toContain('Saved on this device.')
  await becomes(edited)
  await until(() => expect(find('[role=status]').textContent).toBe('SavedYour details are up to date.'))
})
