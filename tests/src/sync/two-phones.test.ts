import { afterAll, beforeAll, expect, it } from 'vitest'
import { viewTicket } from '#lib/sync/ticket-view.ts'
import { refreshTicket } from '#app/refresh-ticket.ts'
import type { Services } from '#lib/query/services.ts'
import { startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { everybody, Member } from '../../server/support/members.ts'
import { add, addCarbonara, change, remove } from '../support/changes.ts'
import { rules } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { Phone, Tab } from '../support/tab.ts'

let larder: TestLarder
beforeAll(async () => {
  larder = await startTestLarder(embedded, { verification: everybody })
})
afterAll(() => larder.close())

const viewOf = async (tab: Tab) => {
  const { row, pending } = (await tab.active())!
  return viewTicket(row, pending, rules)
}
const linesOf = async (tab: Tab) =>
  (await viewOf(tab)).lines.map(({ name, quantity }) => `${quantity} ${name}`)

/** As a page does when it becomes visible again. */
const lookAgain = ({ db, session: { api, principal }, who: { locationId }, phone: { locks } }: Tab) =>
  refreshTicket({
    db,
    api,
    clock: larder.clock,
    locationId,
    principal,
    attempts: { withLock: locks.withLock },
  } as unknown as Services)

it('a member’s order on two phones: neither overwrites the other silently (N19)', async () => {
  const ada = await Member.new(larder)
  const first = await Tab.open(new Phone(larder))
  await first.signIn(ada.email)
  await first.record(add('a'), addCarbonara('b'))
  await first.drainNow()
  const second = await Tab.open(new Phone(larder))
  await second.signIn(ada.email)
  await expect.poll(async () => await second.active()).toBeDefined()
  expect(await linesOf(second)).toEqual(['1 Margherita', '1 Carbonara'])
  const { lineId } = (await viewOf(second)).lines[0]!
  await first.record(remove('a'))
  await first.drainNow()
  await second.record(change(lineId, 3))
  expect(await linesOf(second)).toEqual(['3 Margherita', '1 Carbonara'])
  await second.drainNow()
  await lookAgain(second)
  const { row } = (await second.active())!
  expect(row.refusals.flatMap(({ messages }) => messages)).not.toEqual([])
  expect(await linesOf(second)).toEqual(['1 Carbonara'])
  await second.record(add('c'))
  await second.drainNow()
  await lookAgain(first)
  expect(await linesOf(first)).toEqual(['1 Carbonara', '1 Margherita'])
})
