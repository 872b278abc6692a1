import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { StaffPeopleAnswer } from '#contract/schemas/staff.ts'
import { databases } from './support/databases.ts'
import { startTestLarder, type TestLarder } from './support/larder.ts'
import { addUser, type SignedIn } from './support/people.ts'
import { administratorOf } from './support/placed.ts'

/** A team that is longer than a page: the owner and sixty cooks. */
describe.for(databases)('the people of a long team [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    owner = await administratorOf(larder)
    for (let at = 0; at < 60; at++)
      await addUser(larder, {
        role: 'kitchen',
        firstName: `José${at}`,
        lastName: at === 59 ? 'Peña' : 'Cook',
      })
  })
  afterAll(() => larder.close())
  const list = async (query: Record<string, string> = {}): Promise<StaffPeopleAnswer> =>
    (await owner.send<StaffPeopleAnswer>('GET', `/staff/people?${new URLSearchParams(query)}`)).body

  it('are listed page by page, owners first, and a page after the last is the last one', async () => {
    const [first, second, beyond] = [await list(), await list({ page: '2' }), await list({ page: '9' })]
    expect([first.people.length, first.page, first.pages, first.total]).toEqual([50, 1, 2, 61])
    expect([second.people.length, second.page]).toEqual([11, 2])
    expect(beyond).toEqual(second)
    expect(new Set([...first.people, ...second.people].map(({ id }) => id)).size).toBe(61)
    expect(first.people[0]).toMatchObject({ id: owner.userId, role: 'owner' })
  })

  it('are found by all words of a name or an email, whatever the accents and capitals', async () => {
    const found = await list({ search: ' jose59  PENA ' })
    expect([found.people.map(({ name }) => name), found.total, found.pages]).toEqual([['José59 Peña'], 1, 1])
    expect((await list({ search: found.people[0]!.email.toUpperCase() })).people).toEqual(found.people)
    expect((await list({ search: 'cook' })).total).toBe(59)
    // A percent sign is only a character.
    expect(await list({ search: '%' })).toEqual({ people: [], page: 1, pages: 1, total: 0 })
  })

  it('lose their second factors and their role also from the second page', async () => {
    const [one, other] = (await list({ page: '2' })).people
    expect((await owner.send('DELETE', `/staff/people/${one!.id}/security`)).status).toBe(200)
    expect((await owner.send('PUT', `/staff/people/${other!.id}`, { role: 'member' })).status).toBe(200)
    expect((await list()).total).toBe(60)
    expect((await list({ search: other!.email })).people).toEqual([])
  })

  it('say that an invitation has expired, until they are invited again', async () => {
    const email = 'nina@example.com'
    const invite = async (by: SignedIn) => {
      const body = {
        email,
        firstName: 'Nina',
        lastName: 'Newman',
        role: 'kitchen',
        destination: 'https://order.tavola.example/signup',
      }
      expect((await by.send('POST', '/admin/user/invite', body)).status).toBe(200)
    }
    const found = async (by: SignedIn) =>
      (await by.send<StaffPeopleAnswer>('GET', `/staff/people?search=${email}`)).body.people[0]!
    await invite(owner)
    const open = await found(owner)
    expect([open.is_invited, open.is_invitation_over]).toEqual([true, undefined])
    larder.clock.advance(7 * dayMs)
    const later = await administratorOf(larder)
    expect(await found(later)).toMatchObject({ is_invited: true, is_invitation_over: true })
    await invite(later)
    expect((await found(later)).is_invitation_over).toBeUndefined()
  })
})
