import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { discardDeleted } from '#db/put-aside.ts'
import { findNotSent, findQuarantine, quarantineMs } from '#db/sessions.ts'
import { tavola, type TestLarder } from '../../server/support/larder.ts'
import { goodPassword, Member } from '../../server/support/members.ts'
import { add } from '../support/changes.ts'
import { editOf, Phone, Tab } from '../support/tab.ts'
import { beginAnotherDinner, startWithMembers } from '../support/two-members.ts'

describe('a phone with something to send for an account that is deleted on another', () => {
  let larder: TestLarder
  let cora: Member
  let tab: Tab
  beforeAll(async () => {
    ;({ larder } = await startWithMembers())
  })
  afterAll(() => larder.close())
  beforeEach(async () => {
    await beginAnotherDinner(larder)
    cora = await Member.new(larder)
    tab = await Tab.open(new Phone(larder))
    await tab.signIn(cora.email)
  })
  const asideOf = async () => await findQuarantine(tab.db, tavola.location)
  const deleteElsewhere = async (): Promise<void> => {
    const elsewhere = await Member.signIn(larder, cora.email)
    expect((await elsewhere.send('POST', '/user/delete', { password: goodPassword })).status).toBe(200)
  }

  it('learns that nobody is left to send it for, and keeps it to be read', async () => {
    const { principal } = tab.session
    const who = principal()
    await deleteElsewhere()
    await tab.record(add('a'))
    await tab.edit(editOf({ first_name: 'Cora' }))
    await tab.drain()
    expect(await asideOf()).toMatchObject({ principal: who, isDeleted: true })
    expect([principal(), tab.askedToSignIn]).toEqual(['guest', 1])
    expect((await tab.waiting()).map(({ change }) => change.kind)).toEqual([
      'ticket.create',
      'item.add',
      'user.update',
    ])
  })

  it('says after a day, too, that it was the account’s end', async () => {
    await deleteElsewhere()
    await tab.record(add('a'))
    await tab.drain()
    larder.clock.advance(quarantineMs)
    await tab.session.check()
    expect(await tab.waiting()).toEqual([])
    expect(await findNotSent(tab.db, tavola.location)).toMatchObject({ isDeleted: true })
  })

  it('waits for its person where they were only signed out', async () => {
    await larder.database.query('UPDATE sessions SET revoked_at = 1')
    await tab.record(add('a'))
    await tab.drain()
    expect(await asideOf()).toEqual({ principal: expect.any(String), since: expect.any(Number) })
    // The button of a notice about another account, in a tab that was open before.
    await discardDeleted(tab.db, tavola.location)
    expect((await tab.waiting()).map(({ change }) => change.kind)).toEqual(['ticket.create', 'item.add'])
  })
})
