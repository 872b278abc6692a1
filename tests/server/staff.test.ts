import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberFromCents } from '#contract/money.ts'
import type { StaffPeopleAnswer, TabletsAnswer } from '#contract/schemas/staff.ts'
import { freezeCards } from '#server/modules/cards/holds.ts'
import { databases } from './support/databases.ts'
import { grill, Guest, type ProblemBody, startTestLarder, tavola, type TestLarder } from './support/larder.ts'
import { administratorOf, kitchenOf, kitchenPath, move, placedOrder, refund } from './support/placed.ts'
import { addCard, addProgram } from './support/cards.ts'
import { emailsTo, newAddress } from './support/members.ts'
import { addUser, SignedIn } from './support/people.ts'
import { act, type Act, buy, orderOfCard, refundOrder, referenceOf } from './support/staff-cards.ts'
import { failedRefund, settleRefund } from './support/failed-refunds.ts'
import { Colleague, plantPasskey } from './support/second-factors.ts'
import { SoftwareAuthenticator } from './support/software-authenticator.ts'
import { actsOf, codeFor, enterCode, SignedInTablet, tabletOf } from './support/staff.ts'
import type { SensitiveCall } from './support/who-may-call.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.for(databases)('the staff [$name]', (engine) => {
  let larder: TestLarder
  let owner: SignedIn
  beforeAll(async () => {
    larder = await startTestLarder(engine)
    await addProgram(larder)
    owner = await administratorOf(larder)
  })
  afterAll(() => larder.close())
  const person = async (role: 'member' | 'kitchen' | 'manager' | 'owner'): Promise<SignedIn> =>
    SignedIn.as(larder, await addUser(larder, { role }))
  const setRole = (by: Guest, id: string, role: string, options = {}) =>
    by.send<StaffPeopleAnswer & ProblemBody>('PUT', `/staff/people/${id}`, { role }, options)

  describe('the record of acts', () => {
    /** Repeats each act under the same key, and returns its expected row. A new `sensitive` call without an entry does not compile. */
    const acts: Record<SensitiveCall, () => Promise<object>> = {
      async moveKitchenOrder() {
        const order = await placedOrder(new Guest(larder))
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          await owner.send('PUT', `${kitchenPath}/orders/${order.id}`, { status: 'Cancelled' }, { key })
        return { action: 'order_cancelled', about: order.name, amount_cents: paidCents(order.totals.total) }
      },
      async refundKitchenOrder() {
        const { id, name } = await placedOrder(new Guest(larder))
        const { refundable } = (await kitchenOf(owner)).orders.find((order) => order.id === id)!
        const { index, cents, quantity } = refundable!.lines[0]!
        const body = {
          lines: [{ index, quantity }],
          amount: numberFromCents(cents),
          note: 'Cold soup',
          reason: 'quality' as const,
        }
        const key = randomUUID()
        for (let time = 0; time < 2; time++) await refund(owner, id, body, key)
        return {
          action: 'order_refunded',
          about: name,
          amount_cents: cents,
          reason: 'Something was not good enough.',
        }
      },
      holdCard: () => cardAct('hold', 'card_held'),
      async releaseCard() {
        const { card, reference } = await anyCard()
        await larder.database.transaction((tx) =>
          freezeCards(tx, larder, { locationId: tavola.location }, [card.id], { cause: 'staff' }),
        )
        return cardAct('release', 'card_released', reference)
      },
      voidCard: () => cardAct('void', 'card_voided'),
      reissueCard: () => cardAct('reissue', 'card_reissued'),
      async refundCardOrder() {
        const { cards } = await buy(larder, new Guest(larder))
        const { reference } = await orderOfCard(owner, await referenceOf(larder, cards[0]!.id))
        const key = randomUUID()
        for (let time = 0; time < 2; time++) await refundOrder(owner, reference, { amount_cents: 2500 }, key)
        return {
          action: 'card_order_refunded',
          amount_cents: 2500,
          about: expect.stringMatching(/^•••• \d{4} → Visa ending in 4242$/),
          reason: 'The guest asked for it',
        }
      },
      async settleFailedRefund() {
        const refund = await failedRefund(larder, new Guest(larder), owner)
        const key = randomUUID()
        for (let time = 0; time < 2; time++) await settleRefund(owner, refund, 'by_hand', { key })
        return {
          action: 'refund_paid_by_hand',
          amount_cents: refund.amount_cents,
          about: `${refund.about} → Visa ending in 5126`,
        }
      },
      async inviteUser() {
        const body = {
          email: 'cy@example.com',
          firstName: 'Cy',
          lastName: 'Rus',
          role: 'kitchen',
          destination: '',
        }
        const key = randomUUID()
        for (let time = 0; time < 2; time++) await owner.send('POST', '/admin/user/invite', body, { key })
        return { action: 'person_invited', about: 'Cy Rus: kitchen' }
      },
      async changeStaffRole() {
        const { userId } = await person('kitchen')
        const key = randomUUID()
        for (let time = 0; time < 2; time++) await setRole(owner, userId, 'manager', { key })
        return { action: 'role_changed', about: 'Ada Guest: kitchen → manager' }
      },
      async makeTabletCode() {
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          await owner.send('POST', '/staff/tablets', { name: 'Pass' }, { key })
        return { action: 'tablet_code_made', about: 'Pass' }
      },
      async addPasskey() {
        const own = await person('manager')
        const { body } = await own.send<{ challenge: string; options: object }>(
          'POST',
          '/user/security/passkeys/begin',
        )
        const credential = new SoftwareAuthenticator().create(body.options)
        const key = randomUUID()
        const passkey = { challenge: body.challenge, name: 'Phone', credential }
        for (let time = 0; time < 2; time++)
          await own.send('POST', '/user/security/passkeys', passkey, { key })
        return { role: 'manager', action: 'passkey_added', about: 'Phone' }
      },
      async removePasskey() {
        const own = await person('manager')
        const id = await plantPasskey(larder, own.userId)
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          await own.send('DELETE', `/user/security/passkeys/${id}`, undefined, { key })
        return { role: 'manager', action: 'passkey_removed', about: 'Planted' }
      },
      async addApp() {
        await (await Colleague.new(larder, 'manager')).addApp()
        return { role: 'manager', action: 'app_added' }
      },
      async removeApp() {
        const own = await person('manager')
        await plantPasskey(larder, own.userId)
        await larder.database.query(
          `INSERT INTO authenticator_apps (location_id, user_id, sealed_secret, last_step, added_at) VALUES ($1, $2, 'v1.planted', 0, 0)`,
          [tavola.location, own.userId],
        )
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          await own.send('DELETE', '/user/security/app', undefined, { key })
        return { role: 'manager', action: 'app_removed' }
      },
      async makeRecoveryCodes() {
        const own = await person('manager')
        await plantPasskey(larder, own.userId)
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          await own.send('POST', '/user/security/recoverycodes', undefined, { key })
        return { role: 'manager', action: 'recovery_codes_made' }
      },
      async takeSecondFactors() {
        const { userId } = await person('kitchen')
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          await owner.send('DELETE', `/staff/people/${userId}/security`, undefined, { key })
        return { action: 'second_factors_taken', about: 'Ada Guest' }
      },
    }
    const anyCard = async () => {
      const card = await addCard(larder)
      return { card, reference: await referenceOf(larder, card.id) }
    }
    /** An act on a card with $25.00, made twice under one key. */
    const cardAct = async (kind: Act, action: string, reference?: string): Promise<object> => {
      const of = reference ?? (await anyCard()).reference
      const key = randomUUID()
      const body = { amount_cents: 2500, email: 'cy@example.com', note: 'Cy Rus called' }
      for (let time = 0; time < 2; time++) await act(owner, of, kind, body, key)
      // Without the staff's note: it may name the guest, and is stored with the card.
      return {
        action,
        amount_cents: 2500,
        about: expect.stringMatching(/^•••• \d{4}$/),
        reason: 'The card was lost',
      }
    }
    const paidCents = (total: string): number => Math.round(Number(total.replace('$', '')) * 100)

    const again = async (): Promise<object> => {
      const refund = await failedRefund(larder, new Guest(larder), owner)
      const key = randomUUID()
      for (let time = 0; time < 2; time++) await settleRefund(owner, refund, 'again', { key })
      return {
        action: 'refund_sent_again',
        amount_cents: refund.amount_cents,
        about: `${refund.about} → Visa ending in 5126`,
      }
    }
    const ways = { ...acts, 'settleFailedRefund, sent again,': again }

    it.each(Object.entries(ways))('%s leaves exactly one row', async (_name, make) => {
      const before = await actsOf(owner)
      const row = await make()
      const after = await actsOf(owner)
      expect(after.length).toBe(before.length + 1)
      expect(after[0]).toMatchObject({ who: 'Ada Guest', role: 'owner', is_tablet: false, ...row })
    })

    it('a refused act leaves no row, and neither does one that was already done', async () => {
      const order = await placedOrder(new Guest(larder))
      await move(owner, order.id, 'Cancelled')
      const before = await actsOf(owner)
      await move(owner, order.id, 'Cancelled')
      await move(owner, randomUUID(), 'Cancelled')
      await setRole(owner, owner.userId, 'member')
      expect(await actsOf(owner)).toEqual(before)
    })

    it('names people with a deleted account as having left, each distinguishable from the others', async () => {
      const managers = [await person('manager'), await person('manager')]
      for (const manager of managers) {
        await codeFor(manager, 'Patio')
        await setRole(owner, manager.userId, 'member')
        const { status } = await (
          await SignedIn.as(larder, manager.userId)
        ).send('POST', '/user/delete', { password: '' })
        expect(status).toBe(200)
      }
      const left = managers.map(({ userId }) => `Deleted user #${userId.slice(0, 4).toUpperCase()}`)
      expect((await actsOf(owner)).slice(0, 4).toReversed()).toMatchObject(
        left.flatMap((name) => [
          { action: 'tablet_code_made', who: name, role: 'manager', about: 'Patio' },
          { action: 'role_changed', who: 'Ada Guest', about: `${name}: manager → member` },
        ]),
      )
    })

    it('is another restaurant’s own', async () => {
      expect(await actsOf(await administratorOf(larder, grill))).toEqual([])
    })
  })

  describe('people', () => {
    it('are listed with their roles, guests are not', async () => {
      const [cook, guest] = [await person('kitchen'), await person('member')]
      const { body } = await owner.send<StaffPeopleAnswer>('GET', '/staff/people')
      const ids = body.people.map(({ id }) => id)
      expect(ids).toContain(cook.userId)
      expect(ids).not.toContain(guest.userId)
      expect(body.people.find(({ id }) => id === owner.userId)).toMatchObject({
        role: 'owner',
        is_self: true,
      })
    })

    it('a person who loses a role is signed out everywhere, and stays a guest', async () => {
      const manager = await person('manager')
      expect((await manager.send('GET', '/staff/tablets')).status).toBe(200)
      expect((await setRole(owner, manager.userId, 'member')).status).toBe(200)
      expect(await manager.send('GET', '/user')).toMatchObject({ status: 401 })
      const again = await SignedIn.as(larder, manager.userId)
      expect((await again.send('GET', '/user')).status).toBe(200)
      expect((await again.send('GET', '/staff/tablets')).status).toBe(403)
      expect((await setRole(owner, manager.userId, 'owner')).status).toBe(404)
    })

    it('a person whose role is changed is told by email, once; an invited one is not yet', async () => {
      const email = newAddress('cook')
      const userId = await addUser(larder, { email, role: 'kitchen' })
      const change = async (role: string) => {
        const key = randomUUID()
        for (let time = 0; time < 2; time++)
          expect((await setRole(owner, userId, role, { key })).status).toBe(200)
      }
      for (const role of ['kitchen', 'manager', 'kitchen', 'member']) await change(role)
      expect(larder.emails.flatMap((one) => (one.to === email ? [[one.kind, one.subject]] : []))).toEqual([
        ['role', 'You are now a manager of Tavola'],
        ['role', 'You are now on the kitchen staff of Tavola'],
        ['role', 'You are no longer on the team of Tavola'],
      ])
      const invited = newAddress('invited')
      const body = { email: invited, firstName: 'Cy', lastName: 'Rus', role: 'manager', destination: '' }
      await owner.send('POST', '/admin/user/invite', body)
      const { people } = (await owner.send<StaffPeopleAnswer>('GET', '/staff/people')).body
      await setRole(owner, people.find((one) => one.email === invited)!.id, 'kitchen')
      expect(emailsTo(larder, invited)).toEqual(['invite'])
    })

    it('no session of before has a new role, be it more or less; the same one ends none', async () => {
      const cook = await person('kitchen')
      await setRole(owner, cook.userId, 'kitchen')
      expect((await cook.send('GET', kitchenPath)).status).toBe(200)
      await setRole(owner, cook.userId, 'owner')
      expect((await cook.send('GET', '/staff/people')).status).toBe(401)
      expect((await owner.send('GET', '/staff/people')).status).toBe(200)
      const own = await SignedIn.as(larder, cook.userId)
      expect((await setRole(own, own.userId, 'manager')).status).toBe(200)
      expect((await own.send('GET', '/staff/tablets')).status).toBe(401)
    })

    it('a former staff member who set up a tablet can delete their account like any guest', async () => {
      const manager = await person('manager')
      await codeFor(manager, 'Left behind')
      await setRole(owner, manager.userId, 'member')
      const guest = await SignedIn.as(larder, manager.userId)
      const { status } = await guest.send('POST', '/user/delete', { password: '' })
      expect(status).toBe(200)
      const { tablets } = (await owner.send<TabletsAnswer>('GET', '/staff/tablets')).body
      expect(tablets.map(({ name }) => name)).toContain('Left behind')
    })

    it('the tablets set up by a person who loses a role are listed, and signed out if the owner says so', async () => {
      const manager = await person('manager')
      const { code } = await codeFor(manager, 'Counter')
      const { body } = await enterCode(new Guest(larder), code)
      const tablet = new SignedInTablet(larder, tavola, body.token)
      const own = async () =>
        (await owner.send<StaffPeopleAnswer>('GET', '/staff/people')).body.people.find(
          ({ id }) => id === manager.userId,
        )!
      const { name, tablets } = await own()
      expect(tablets).toEqual(['Counter'])
      const listed = (await owner.send<TabletsAnswer>('GET', '/staff/tablets')).body.tablets
      expect(listed.find((one) => one.name === 'Counter')!.made_by).toBe(name)
      await setRole(owner, manager.userId, 'kitchen')
      expect((await tablet.send('GET', kitchenPath)).status).toBe(200)
      const out = { role: 'member', signs_tablets_out: true }
      await owner.send('PUT', `/staff/people/${manager.userId}`, out)
      expect((await tablet.send('GET', kitchenPath)).status).toBe(401)
      expect((await actsOf(owner)).slice(0, 2)).toMatchObject([
        { action: 'tablet_signed_out', about: 'Counter' },
        { action: 'role_changed' },
      ])
    })

    it('somebody stays an owner, also when two remove each other at once', async () => {
      await larder.database.query(`UPDATE users SET role = 'member' WHERE location_id = $1`, [grill.location])
      const [one, other] = [await administratorOf(larder, grill), await administratorOf(larder, grill)]
      const answers = await Promise.all([
        setRole(one, other.userId, 'member'),
        setRole(other, one.userId, 'member'),
      ])
      // 401: the other one was so much faster that they are signed out already.
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        expect.toSatisfy((status) => status >= 401),
      ])
      const left = await larder.database.query<{ id: string }>(
        `SELECT id FROM users WHERE location_id = $1 AND role = 'owner'`,
        [grill.location],
      )
      expect(left).toHaveLength(1)
      const last = [one, other].find(({ userId }) => userId === left[0]!.id)!
      // An invited person who has not signed up yet does not count as an owner.
      await addUser(larder, { role: 'owner', confirmedAt: undefined }, grill.location)
      expect(await setRole(last, last.userId, 'manager')).toMatchObject({
        status: 409,
        body: { code: 'changed_meanwhile' },
      })
    })
  })

  describe('a kitchen’s tablet', () => {
    it('signs in with a code, moves an order, and can do nothing else', async () => {
      const order = await placedOrder(new Guest(larder))
      const tablet = await tabletOf(larder)
      expect((await tablet.send('GET', kitchenPath)).status).toBe(200)
      expect((await move(tablet, order.id, 'Preparing')).status).toBe(200)
      expect(await move(tablet, order.id, 'Cancelled')).toMatchObject({ status: 403 })
      expect(await tablet.send('PUT', kitchenPath, { is_on: false })).toMatchObject({ status: 403 })
      expect(await tablet.send('GET', '/user')).toMatchObject({ status: 403 })
      const elsewhere = new SignedInTablet(larder, grill, tablet.token)
      expect(await elsewhere.send('GET', kitchenPath)).toMatchObject({ status: 401 })
    })

    it('a code is good once, for ten minutes, at its own restaurant', async () => {
      const { code } = await codeFor(owner)
      expect(code).toMatch(/^\d{8}$/)
      expect((await enterCode(new Guest(larder, grill), code)).status).toBe(422)
      expect((await enterCode(new Guest(larder), `${code.slice(0, 4)} ${code.slice(4)}`)).status).toBe(200)
      expect(await enterCode(new Guest(larder), code)).toMatchObject({
        status: 422,
        body: { code: 'credentials_invalid' },
      })
      const late = await codeFor(owner)
      larder.clock.advance(10 * minute)
      expect((await enterCode(new Guest(larder), late.code)).status).toBe(422)
    })

    it('an answer that was lost is given again to the same call, and the token that nobody got is void', async () => {
      const { code } = await codeFor(await administratorOf(larder))
      const key = randomUUID()
      const before = await actsOf(owner)
      const lost = (await enterCode(new Guest(larder), code, { key })).body.token
      const { token } = (await enterCode(new Guest(larder), code, { key })).body
      expect((await new SignedInTablet(larder, tavola, lost).send('GET', kitchenPath)).status).toBe(401)
      expect((await new SignedInTablet(larder, tavola, token).send('GET', kitchenPath)).status).toBe(200)
      expect((await actsOf(owner)).length).toBe(before.length + 1)
    })

    it('is signed out from afar at its next call, and by itself', async () => {
      const tablet = await tabletOf(larder)
      const other = await tabletOf(larder)
      const { body } = await owner.send<TabletsAnswer>('GET', '/staff/tablets')
      const [row] = await larder.database.query<{ id: string }>(
        'SELECT id FROM kitchen_tablets WHERE signed_out_at IS NULL ORDER BY made_at DESC, id LIMIT 1',
      )
      expect(body.tablets.map(({ id }) => id)).toContain(row!.id)
      for (const { id } of body.tablets)
        expect((await owner.send('DELETE', `/staff/tablets/${id}`)).status).toBe(200)
      expect(await tablet.send('GET', kitchenPath)).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      })
      expect((await other.send('GET', kitchenPath)).status).toBe(401)
      const own = await tabletOf(larder)
      await new Guest(larder).send('POST', '/kitchen/tablet/leave', { token: own.token })
      expect((await own.send('GET', kitchenPath)).status).toBe(401)
      const [act] = await actsOf(owner)
      expect(act).toMatchObject({ action: 'tablet_signed_out', is_tablet: true, who: 'Pass' })
    })

    it('stays signed in while it is used, and not for more days without than the location says', async () => {
      larder.change('tavola', (document) => ({
        ...document,
        staff: { tabletDays: 3 },
      }))
      const tablet = await tabletOf(larder)
      for (let at = 0; at < 3; at++) {
        larder.clock.advance(2 * day)
        expect((await tablet.send('GET', kitchenPath)).status).toBe(200)
      }
      larder.clock.advance(3 * day)
      expect((await tablet.send('GET', kitchenPath)).status).toBe(401)
      owner = await administratorOf(larder)
      expect((await owner.send<TabletsAnswer>('GET', '/staff/tablets')).body).toMatchObject({
        tablets: [],
        unused_days: 3,
      })
    })
  })
})
