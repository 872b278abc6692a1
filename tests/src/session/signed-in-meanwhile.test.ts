import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSession } from '#db/sessions.ts'
import { Guest, tavola, type TestLarder } from '../../server/support/larder.ts'
import type { Member } from '../../server/support/members.ts'
import { add } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { Phone, Tab } from '../support/tab.ts'
import { beginAnotherDinner, startWithMembers } from '../support/two-members.ts'

describe('a login form that was open when somebody signed in in another tab', () => {
  let larder: TestLarder
  let ada: Member
  let ben: Member
  let hers: Tab
  let form: Tab
  beforeAll(async () => {
    ;({ larder, ada, ben } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    await beginAnotherDinner(larder)
    const phone = new Phone(larder)
    hers = await Tab.open(phone)
    form = await Tab.open(phone)
    await hers.signIn(ada.email)
  })
  const stored = async () => (await findSession(hers.db, tavola.location))?.email
  const refusal = { kind: 'refused', code: 'signed_in_meanwhile' }

  it('deletes none of their waiting changes: they are asked first (U1, I4)', async () => {
    await hers.record(add('a'))
    await expect(form.signIn(ben.email)).rejects.toMatchObject(refusal)
    expect([(await hers.waiting()).length, await stored()]).toEqual([2, ada.email])
    await form.session.look()
    expect(form.session.principal()).toBe(hers.session.principal())
    // The person has agreed.
    await form.session.signOut()
    await form.signIn(ben.email)
    expect([(await hers.waiting()).length, await stored()]).toEqual([0, ben.email])
  })

  it('takes no order of theirs that nobody has placed', async () => {
    await hers.record(add('a'))
    expect(await hers.drain()).toEqual({ left: 0 })
    await expect(form.signIn(ben.email)).rejects.toMatchObject(refusal)
    expect([(await hers.active())?.row.snapshot?.items.length, await stored()]).toEqual([1, ada.email])
  })

  it('waits for their payment, and does not delete what it has stored (U3)', async () => {
    let end = (): void => undefined
    const paying = hers.session.whilePaying(async () => {
      await hers.db.paymentAttempts.add({
        ...hers.who,
        key: nextUuid(),
        payable: 'ticket',
        payableId: 'd',
        serverId: 't',
        createdAt: 0,
        sent: true,
        kind: 'payment',
        body: { tip: 0, amount: 1, payment_source: 'pm' },
      })
      await new Promise<void>((resolve) => (end = resolve))
      return await hers.db.paymentAttempts.count()
    })
    await expect.poll(() => hers.db.paymentAttempts.count()).toBe(1)
    const signing = form.signIn(ben.email).catch((error: unknown) => error)
    await expect.poll(() => form.phone.callsOf('/ticketorder/open').length).toBe(2)
    expect(await stored()).toBe(ada.email)
    end()
    expect(await paying).toBe(1)
    // The outcome of the payment is not known.
    expect(await signing).toMatchObject(refusal)
    expect(await hers.db.paymentAttempts.count()).toBe(1)
  })

  it('signs in where they have nothing to lose, and their session is over on the server', async () => {
    const { token } = (await findSession(hers.db, tavola.location))!
    await form.signIn(ben.email)
    expect(await stored()).toBe(ben.email)
    const headers = { authorization: `Bearer ${token}` }
    await expect
      .poll(async () => (await new Guest(larder).send('GET', '/user', undefined, { headers })).status)
      .toBe(401)
    expect(hers.session.principal()).toBe(form.session.principal())
  })
})
