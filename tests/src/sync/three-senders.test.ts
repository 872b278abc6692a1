import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { replayWaiting } from '../../../src/sw/replay.ts'
import { add, tip } from '../support/changes.ts'
import { nextUuid } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { editOf, Phone, Tab } from '../support/tab.ts'

let larder: TestLarder
beforeAll(async () => {
  larder = await startTestLarder(embedded, { verification: everybody })
})
afterAll(() => larder.close())

it('page, worker and another tab at once send each change once (P11)', async () => {
  const ada = await Member.new(larder)
  const phone = new Phone(larder)
  const tab = await Tab.open(phone)
  await tab.signIn(ada.email)
  const other = await Tab.open(phone)
  await tab.record(add('a'), add('b'))
  await other.record(tip(240))
  await tab.edit(editOf({ first_name: 'Grace' }))
  phone.net.calls.length = 0
  const { net, locks } = phone
  const ids = { uuid: nextUuid, secret: nextUuid }
  const worker = {
    db: other.db,
    net,
    locks,
    base: '/api',
    clock: larder.clock,
    ids,
    bus: phone.bus(),
    random: () => 0,
  }
  await Promise.all([
    tab.drainNow(),
    replayWaiting(worker),
    other.drainNow(),
    replayWaiting(worker),
    tab.drainNow(),
  ])
  const sent = phone.net.calls.flatMap(({ key }) => (key === undefined ? [] : [key]))
  expect([sent.length, new Set(sent).size]).toEqual([5, 5])
  expect(await tab.waiting()).toEqual([])
  expect((await other.active())?.row.snapshot?.items).toHaveLength(2)
})
