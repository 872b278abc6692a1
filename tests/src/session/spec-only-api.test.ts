import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSession } from '#db/sessions.ts'
import { readCards, readTransactions, readUser } from '#lib/query/read-account.ts'
import { specOnly } from '../../support/spec-only-api/spec-only.ts'
import { addCard, addProgram } from '../../server/support/cards.ts'
import { dinnerTime, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { userIdOf } from '../../server/support/people.ts'
import { embedded } from '../support/embedded.ts'
import { faultyNet, type FaultyNet } from '../support/faulty-net.ts'
import { editOf, Phone, Tab } from '../support/tab.ts'

const nothing = (): void => undefined

/** A member on an API that has only the specification's calls and fields (docs/conformance.md). */
describe('a member, and an API with only the specification’s calls', () => {
  let larder: TestLarder
  let ada: Member
  let net: FaultyNet
  let tab: Tab
  beforeAll(async () => {
    larder = await startTestLarder(embedded, { verification: everybody })
    await addProgram(larder)
    ada = await Member.new(larder)
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    net = faultyNet(larder.app, tavola.host, specOnly)
    tab = await Tab.open(new Phone(larder), { net })
    await tab.signIn(ada.email)
  })

  it('signs in, without an order of another device and without a key to end the session by @AU-01 @AU-12', async () => {
    const row = (await findSession(tab.db, tavola.location))!
    expect(row).toMatchObject({ email: ada.email })
    expect(row.revocationId).toBeUndefined()
    expect(tab.shown.at(-1)).toBe(row.principal)
  })

  it('sees cards and transactions, and saves an edit without an ETag @AU-13 @AU-14 @AP-03', async () => {
    const userId = await userIdOf(larder, tavola.location, ada.email)
    const card = await addCard(larder, { amountCents: 4210, userId })
    const cards = (await readCards(tab.reads, nothing)).value
    expect(cards.map(({ id, balance }) => [id, balance])).toEqual([[card.id, 4210]])
    expect((await readTransactions(tab.reads, nothing)).value).toBeInstanceOf(Array)
    await tab.edit(editOf({ first_name: 'Grace' }))
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect(await readUser(tab.reads, nothing)).toMatchObject({
      value: { first_name: 'Grace' },
      waiting: false,
      refusal: [],
    })
    expect(net.calls.filter(({ headers }) => 'if-match' in headers)).toEqual([])
  })

  it('an edit whose answer was lost is saved again, and is the same', async () => {
    net.faults = ['cut-after']
    await tab.edit(editOf({ first_name: 'Augusta' }))
    await tab.drain()
    expect(await tab.drainNow()).toEqual({ left: 0 })
    expect((await readUser(tab.reads, nothing)).value.first_name).toBe('Augusta')
  })
})
