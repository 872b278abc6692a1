import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listChangesOf } from '#db/outbox.ts'
import { acknowledge } from '#db/tickets.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { add, addCarbonara, addTartufo, change, tip } from '../support/changes.ts'
import { countTickets, Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { killAt, killAtChange } from '../support/kill-switch.ts'

/** A phone may die at any moment: what it had stored is sent once, and what it had not stored was never shown as done. */
describe('a process that dies', () => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
  })
  beforeEach(() => larder.clock.set(dinnerTime))
  afterAll(() => larder.close())

  const changes = [add('a', 2), addTartufo('gone'), addCarbonara('b'), change('a', 3), tip(150)]

  async function expectAllOnce(device: Device, ticketsBefore: number): Promise<void> {
    expect(await device.drainNow()).toEqual({ left: 0 })
    const ticket = await device.serverTicket()
    expect(ticket.items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Margherita', 3],
      ['Carbonara', 1],
    ])
    expect(ticket.tip).toBe('$1.50')
    expect((await device.view()).lines.map((line) => line.lineId)).toEqual(['a', 'b'])
    expect((await device.active()).row.refusals.map((one) => one.change)).toEqual([addTartufo('gone')])
    expect(await countTickets(larder)).toBe(ticketsBefore + 1)
  }

  it('at every operation of its store loses nothing and doubles nothing (P3, P5)', async () => {
    let deaths = 0
    for (let at = 1; ; at++) {
      const before = await countTickets(larder)
      const phone = new Device(larder)
      await phone.record(...changes)
      const dying = await phone.reopen()
      const kill = killAtChange(dying.db, at, () => dying.net.calls.length)
      const end = await Promise.race([dying.drain(), kill.died.then(() => 'died')])
      await expectAllOnce(new Device(larder, { name: phone.name }), before)
      if (end !== 'died') break
      deaths++
    }
    expect(deaths).toBeGreaterThan(12)
  })

  it.each(['hang-before', 'hang-after'] as const)(
    'at every call (%s) loses nothing and doubles nothing (P1, P2)',
    async (fault) => {
      for (let at = 0; at <= changes.length; at++) {
        const before = await countTickets(larder)
        const phone = new Device(larder)
        await phone.record(...changes)
        phone.net.faults = [...Array.from({ length: at }, () => undefined), fault]
        const died = phone.net.hung()
        const end = await Promise.race([phone.drain(), died.then(() => 'died')])
        expect(end).toBe('died')
        await expectAllOnce(new Device(larder, { name: phone.name }), before)
      }
    },
  )

  it('while a tap is being stored leaves all of it or nothing (P5)', async () => {
    let deaths = 0
    for (let at = 1; ; at++) {
      const phone = new Device(larder)
      const dying = new Device(larder, { name: phone.name })
      const kill = killAt(dying.db, at)
      const end = await Promise.race([dying.record(...changes), kill.died.then(() => 'died')])
      const [tickets, waiting] = [await phone.db.tickets.count(), await phone.db.outbox.count()]
      expect([tickets, waiting]).toEqual(end === 'died' ? [0, 0] : [1, changes.length + 1])
      if (end !== 'died') break
      deaths++
    }
    expect(deaths).toBeGreaterThan(5)
  })

  it('while an acknowledgement is being saved leaves the old snapshot and the waiting change, or neither (P5)', async () => {
    const phone = new Device(larder)
    await phone.record(add('a'))
    await phone.drain()
    const old = await phone.serverTicket()
    await phone.record(tip(500))
    const [op] = await listChangesOf(phone.db, (await phone.active()).row.draftId)
    for (let at = 1; ; at++) {
      const dying = new Device(larder, { name: phone.name })
      const kill = killAt(dying.db, at)
      const ack = acknowledge(dying.db, op!, { ...old, tip: '$5.00' }, larder.clock.now())
      const end = await Promise.race([ack, kill.died.then(() => 'died')])
      const { row, pending } = await phone.active()
      expect([row.snapshot!.tip, pending.length]).toEqual(end === 'died' ? ['$0.00', 1] : ['$5.00', 0])
      if (end !== 'died') break
    }
  })

  it('a store that refuses a write while an answer is saved keeps the change, and sends it again under its key', async () => {
    const phone = new Device(larder)
    await phone.record(add('a'))
    const full = (): void => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    phone.db.tickets.hook('updating', full)
    expect(await phone.drain()).toMatchObject({ left: 2 })
    phone.db.tickets.hook('updating').unsubscribe(full)
    expect(await phone.drainNow()).toEqual({ left: 0 })
    expect(phone.net.calls[0]!.key).toBe(phone.net.calls[1]!.key)
    expect((await phone.serverTicket()).items).toHaveLength(1)
  })
})
