import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { KitchenAnswer, OrderPauseBody, SoldOutBody } from '#contract/schemas/kitchen.ts'
import type { StaffPeopleAnswer } from '#contract/schemas/staff.ts'
import { databases } from './support/databases.ts'
import {
  dinnerTime,
  type Guest,
  type ProblemBody,
  startTestLarder,
  type TestLarder,
} from './support/larder.ts'
import { addUser, SignedIn } from './support/people.ts'
import { administratorOf, kitchenOf, kitchenPath } from './support/placed.ts'
import { actsOf } from './support/staff.ts'

/** Two of the staff change the same thing, and the second one's screen is older: neither change is lost without a word. */
describe.for(databases)('of two colleagues who change the same thing [$name]', (engine) => {
  let larder: TestLarder
  let one: SignedIn
  let other: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    one = await administratorOf(larder)
    other = await administratorOf(larder)
  })
  beforeEach(async () => {
    larder.clock.set(dinnerTime)
    await pause(one, { length: 'none' })
    await sell(one, { length: 'none' })
  })
  afterAll(() => larder.close())

  const pause = (who: Guest, body: OrderPauseBody) =>
    who.send<KitchenAnswer & ProblemBody>('PUT', `${kitchenPath}/pause`, body)
  const sell = (who: Guest, body: Omit<SoldOutBody, 'item_id'>) =>
    who.send<KitchenAnswer & ProblemBody>('PUT', `${kitchenPath}/sold-out`, {
      item_id: 'dinner.pizza.margherita',
      ...body,
    })
  const refused = (message: string) => ({ status: 409, body: { code: 'changed_meanwhile', message } })

  describe('a role', () => {
    const setRole = (by: Guest, id: string, body: { role: Role; seen?: Role }) =>
      by.send<StaffPeopleAnswer & ProblemBody>('PUT', `/staff/people/${id}`, body)
    const roleOf = async (id: string) =>
      (await one.send<StaffPeopleAnswer>('GET', '/staff/people')).body.people.find(
        (person) => person.id === id,
      )?.role

    it('the second is refused, whether they wanted another role or a removal', async () => {
      const { userId: id } = await SignedIn.as(larder, await addUser(larder, { role: 'manager' }))
      expect((await setRole(one, id, { role: 'kitchen', seen: 'manager' })).status).toBe(200)
      for (const role of ['owner', 'member'] as const)
        expect(await setRole(other, id, { role, seen: 'manager' })).toMatchObject(
          refused(
            'Somebody else has changed this person’s role since you opened this page. Nothing was changed.',
          ),
        )
      expect(await roleOf(id)).toBe('kitchen')
      // What both want is done, and who has seen the newer role may change it.
      expect((await setRole(other, id, { role: 'kitchen', seen: 'manager' })).status).toBe(200)
      expect((await setRole(other, id, { role: 'owner', seen: 'kitchen' })).status).toBe(200)
      // An older portal does not send what it has seen.
      expect((await setRole(one, id, { role: 'member' })).status).toBe(200)
    })
  })

  describe('a pause', () => {
    const untilOf = async () => (await kitchenOf(one)).pause?.until

    it('who saw none does not shorten the one that was started meanwhile', async () => {
      await pause(one, { length: 'day', reason: 'equipment', seen: 'none' })
      const until = await untilOf()
      const before = (await actsOf(one)).length
      expect(await pause(other, { length: '15', seen: 'none' })).toMatchObject(
        refused('New orders were already paused on another screen. Nothing was changed.'),
      )
      expect(await untilOf()).toBe(until)
      expect(await actsOf(one)).toHaveLength(before)
      expect((await pause(other, { length: '15', seen: until! })).status).toBe(200)
    })

    it('somebody who saw the previous one can neither end nor change the one that replaced it', async () => {
      await pause(one, { length: '15' })
      const seen = (await untilOf())!
      await pause(one, { length: '60', seen })
      for (const length of ['none', '30'] as const)
        expect(await pause(other, { length, seen })).toMatchObject(
          refused('This pause was already changed on another screen. Nothing was changed.'),
        )
      expect(await untilOf()).toBe(new Date(dinnerTime + 60 * minuteMs).toISOString())
    })

    it('who saw one that was ended meanwhile does not start another; ending it again is no error', async () => {
      await pause(one, { length: '60' })
      const seen = (await untilOf())!
      await pause(one, { length: 'none', seen })
      expect(await pause(other, { length: '30', seen })).toMatchObject(
        refused('New orders were already resumed on another screen. Nothing was changed.'),
      )
      expect((await pause(other, { length: 'none', seen })).status).toBe(200)
    })

    it('one that is over by itself was changed by nobody', async () => {
      await pause(one, { length: '15' })
      const seen = (await untilOf())!
      larder.clock.advance(16 * minuteMs)
      expect((await pause(other, { length: '30', seen })).status).toBe(200)
      expect(await untilOf()).toBe(new Date(dinnerTime + 46 * minuteMs).toISOString())
    })

    it('two at the same moment: one of them is refused', async () => {
      const answers = await Promise.all([
        pause(one, { length: '15', seen: 'none' }),
        pause(other, { length: 'day', seen: 'none' }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })
  })

  describe('a dish', () => {
    it('that is off without an end is not changed to today only by somebody who saw it on the menu', async () => {
      await sell(one, { length: 'open', seen: 'none' })
      expect(await sell(other, { length: 'day', seen: 'none' })).toMatchObject(
        refused('Margherita was already switched on another screen. Nothing was changed.'),
      )
      expect((await kitchenOf(one)).sold_out).toEqual([{ item_id: 'dinner.pizza.margherita' }])
      expect((await sell(other, { length: 'open', seen: 'none' })).status).toBe(200)
      expect((await sell(other, { length: 'day', seen: 'open' })).status).toBe(200)
    })

    it('that is off for longer now is not put back by somebody who saw it off for today', async () => {
      await sell(one, { length: 'day', seen: 'none' })
      const seen = (await kitchenOf(one)).sold_out![0]!.until!
      await sell(one, { length: 'open', seen })
      expect((await sell(other, { length: 'none', seen })).status).toBe(409)
      expect((await sell(other, { length: 'none', seen: 'open' })).status).toBe(200)
    })

    it('that is back by itself was switched by nobody', async () => {
      await sell(one, { length: 'day' })
      const seen = (await kitchenOf(one)).sold_out![0]!.until!
      larder.clock.set(seen)
      const later = await SignedIn.as(larder, other.userId)
      expect((await sell(later, { length: 'open', seen })).status).toBe(200)
    })
  })
})
