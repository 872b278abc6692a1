import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payableKinds } from '#contract/payables.ts'
import type { MenuBook } from '#contract/schemas/menu.ts'
import { findAttempt } from '#db/attempts.ts'
import { findLocation } from '#db/locations.ts'
import { payAndPlace } from '#features/checkout/requests.ts'
import { redeemCard } from '#features/checkout/tenders.ts'
import { makeAttempt, repeatAttempt, resolveAttempt } from '#lib/payments/attempt.ts'
import { readBook } from '#lib/query/read-book.ts'
import { readLocation } from '#lib/query/read-location.ts'
import type { ReadPorts } from '#lib/query/services.ts'
import { followTicket } from '#lib/sync/follow-ticket.ts'
import { specOnly } from '../../support/spec-only-api/spec-only.ts'
import { onlyNamed } from '../../support/spec-only-api/spec-names.ts'
import { chargedOf } from '../../server/support/card-orders.ts'
import { addCard, addProgram, booksOf } from '../../server/support/cards.ts'
import { dinnerTime, Guest, startTestLarder, tavola, type TestLarder } from '../../server/support/larder.ts'
import { addUser, SignedIn } from '../../server/support/people.ts'
import { add, addCarbonara } from '../support/changes.ts'
import {
  countSubmissions,
  deviceAtPayment,
  listCharges,
  paymentAttempt,
  submitAttempt,
  visa,
} from '../support/checkout.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { faultyNet } from '../support/faulty-net.ts'
import { devicesAtPayment } from '../support/payables.ts'
import { servicesOver } from '../support/services.ts'
import { mountedCard } from '../support/mounted-card.ts'

const due = 1982
const timeoutMs = 120_000

/**
 * The portal's own code against an API that has only the specification's calls and fields, and stores no idempotency keys
 * (docs/conformance.md).
 */
describe('the portal and an API with only the specification’s calls', () => {
  let larder: TestLarder
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
    await addProgram(larder)
  })
  afterAll(() => larder.close())
  beforeEach(() => larder.clock.set(dinnerTime))

  const net = () => faultyNet(larder.app, tavola.host, specOnly)
  const portsOf = (device: Device): ReadPorts => ({
    db: device.db,
    api: device.api,
    clock: larder.clock,
    locationId: tavola.location,
  })
  const nothing = (): void => undefined
  /** A device that has read the location, as every launch does first. */
  const atLocation = async (device: Device): Promise<Device> => {
    await readLocation(portsOf(device), nothing)
    device.net.calls.length = 0
    return device
  }
  const atPayment = async () => await atLocation(await deviceAtPayment(larder, { net: net() }))
  const sentTo = (device: Device, path: string) =>
    device.net.calls.filter((call) => call.method !== 'GET' && call.path.endsWith(path))

  it('the location says nothing of extensions or zones: its time is the device’s own', async () => {
    const device = await atLocation(new Device(larder, { net: net() }))
    const { copy, etags } = (await findLocation(device.db, tavola.location))!
    expect(copy.location).toMatchObject({
      name: 'Tavola',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    expect([copy.location.api_extensions, copy.location.estimate_rules, etags]).toEqual([
      undefined,
      undefined,
      {},
    ])
  })

  it('the whole menu book is read call by call, and stored', async () => {
    const device = await atLocation(new Device(larder, { net: net() }))
    const { value } = await readBook(portsOf(device), 'order', nothing)
    const whole = await readBook(portsOf(new Device(larder)), 'order', nothing)
    expect(value).toEqual(onlyNamed(whole.value) as MenuBook)
    device.net.otherwise = () => 'cut-before'
    const shown: unknown[] = []
    await readBook(portsOf(device), 'order', (copy) => void shown.push(copy.value)).catch(nothing)
    expect(shown).toEqual([value])
  })

  it('an order from the first dish to the kitchen: one charge, placed once', async () => {
    const device = await atPayment()
    const card = mountedCard(() => new Guest(larder).card(visa))
    const services = servicesOver(device, larder.clock)
    const view = await device.view()
    expect(await payAndPlace(services, view, { card, name: 'Ada' }, undefined)).toMatchObject({
      state: 'placed',
      ticket: { status: 'Submitted' },
    })
    expect(await listCharges(larder, view.ticketId!)).toEqual([due])
    expect(await countSubmissions(larder, view.ticketId!)).toBe(1)
  })

  /** A device with one dish on its order, and another whose adding was made without an answer. */
  const withLostAnswer = async () => {
    const device = await atLocation(new Device(larder, { net: net() }))
    await device.record(add('a'))
    await device.drain()
    device.net.faults = ['cut-after']
    await device.record(addCarbonara('b'))
    await device.drain()
    return device
  }

  it('a dish whose answer was lost is on the order once: the order is read before it is sent again, at this time of day @AT-02', async () => {
    const device = await withLostAnswer()
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect((await device.view()).lines.map(({ lineId, name }) => [lineId, name])).toEqual([
      ['a', 'Margherita'],
      ['b', 'Carbonara'],
    ])
    const { ticketId } = (await device.active()).row
    const looks = device.net.calls.filter(({ path }) => path.includes(`/ticketorder/${ticketId}?`))
    expect(looks.map(({ path }) => path.split('?')[1])).toEqual(['time=6%3A00pm'])
    expect((await device.serverTicket()).items).toHaveLength(2)
  })

  it('a dish whose answer was lost is on the order once where that was read meanwhile, too', async () => {
    const device = await withLostAnswer()
    const { draftId, ticketId } = (await device.active()).row
    await followTicket(servicesOver(device, larder.clock), draftId, ticketId!)
    const idsOf = async () => (await device.view()).lines.map(({ lineId }) => lineId)
    expect(await idsOf()).toEqual(['a', 'b'])
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect(await idsOf()).toEqual(['a', 'b'])
    expect((await device.serverTicket()).items).toHaveLength(2)
  })

  it('a dish that never arrived is sent again, also beside one that is the same', async () => {
    const device = await atLocation(new Device(larder, { net: net() }))
    await device.record(add('a'))
    await device.drain()
    device.net.faults = ['cut-before']
    await device.record(add('b'))
    await device.drain()
    expect(await device.drainNow()).toEqual({ left: 0 })
    expect((await device.serverTicket()).items).toHaveLength(2)
    expect((await device.view()).lines.map(({ lineId }) => lineId)).toEqual(['a', 'b'])
  })

  describe.each(payableKinds)('a payment of: %s', (kind) => {
    const chargesOf = (id: string) => (kind === 'ticket' ? listCharges(larder, id) : chargedOf(larder, id))

    it('whose answer was lost is found on the order, and nothing is paid again @AT-15', async () => {
      const at = await devicesAtPayment[kind](larder, { net: net() })
      await atLocation(at.device)
      at.device.net.faults = ['cut-after']
      expect(await makeAttempt(at.device.attempts, await at.attempt())).toMatchObject({ state: 'unknown' })
      expect(await resolveAttempt(at.device.attempts, at.payableId)).toMatchObject({ state: 'done' })
      expect(await chargesOf(at.serverId)).toEqual([at.dueCents])
      expect(sentTo(at.device, at.path)).toHaveLength(1)
      expect(sentTo(at.device, '/withdraw')).toEqual([])
    })

    it('that never arrived stays unknown for as long as it may be on its way; then a tap pays, once', async () => {
      const at = await devicesAtPayment[kind](larder, { net: net() })
      await atLocation(at.device)
      at.device.net.faults = ['cut-before']
      await makeAttempt(at.device.attempts, await at.attempt())
      const look = () => resolveAttempt(at.device.attempts, at.payableId)
      expect(await look()).toMatchObject({ state: 'unknown', mayRepeat: false })
      larder.clock.advance(timeoutMs - 1)
      expect(await look()).toMatchObject({ state: 'unknown', mayRepeat: false })
      larder.clock.advance(1)
      expect(await look()).toMatchObject({ state: 'unknown', mayRepeat: true })
      expect(await chargesOf(at.serverId)).toEqual([])
      expect(await repeatAttempt(at.device.attempts, at.payableId)).toMatchObject({ state: 'done' })
      expect(await chargesOf(at.serverId)).toEqual([at.dueCents])
      expect(await findAttempt(at.device.db, at.payableId)).toBeUndefined()
    })

    it('that arrived late, after it was last looked for: a tap looks again before it pays', async () => {
      const at = await devicesAtPayment[kind](larder, { net: net() })
      await atLocation(at.device)
      const attempt = await at.attempt()
      at.device.net.faults = ['cut-before']
      await makeAttempt(at.device.attempts, attempt)
      larder.clock.advance(timeoutMs)
      expect(await resolveAttempt(at.device.attempts, at.payableId)).toMatchObject({ mayRepeat: true })
      const lost = sentTo(at.device, at.path)[0]!
      await specOnlyCopy(lost)
      expect(await chargesOf(at.serverId)).toEqual([at.dueCents])
      expect(await repeatAttempt(at.device.attempts, at.payableId)).toMatchObject({ state: 'done' })
      expect(await chargesOf(at.serverId)).toEqual([at.dueCents])
      expect(sentTo(at.device, at.path)).toHaveLength(1)
    })
  })

  /** The copy of a call that seemed lost reaches the API. */
  const specOnlyCopy = async (call: {
    method: string
    path: string
    headers: Record<string, string>
    body: string | undefined
  }) => {
    const answer = await larder.app.inject({
      method: call.method as 'POST',
      url: call.path,
      headers: { ...call.headers, host: tavola.host },
      payload: call.body!,
    })
    expect(answer.statusCode).toBe(200)
  }

  it('an API whose own refusal says that it cannot tell a payment’s outcome leaves the decision to the guest, too', async () => {
    // The location has not been read, so only a request reveals whether the API has the call.
    const device = await deviceAtPayment(larder, { net: net() })
    const row = await paymentAttempt(larder, device)
    device.net.faults = ['cut-before']
    await makeAttempt(device.attempts, row)
    expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({ mayRepeat: false })
    expect(sentTo(device, '/withdraw')).toHaveLength(1)
    larder.clock.advance(timeoutMs)
    expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({ mayRepeat: true })
    expect(await repeatAttempt(device.attempts, row.payableId)).toMatchObject({ state: 'done' })
    expect(await listCharges(larder, row.serverId)).toEqual([due])
  })

  it('after a tap that paid again, it has the same time once more', async () => {
    const device = await atPayment()
    const row = await paymentAttempt(larder, device)
    device.net.faults = ['cut-before']
    await makeAttempt(device.attempts, row)
    larder.clock.advance(timeoutMs)
    // The check before the second copy is answered; the copy is lost, too.
    device.net.faults = [undefined, 'cut-before']
    expect(await repeatAttempt(device.attempts, row.payableId)).toMatchObject({ state: 'unknown' })
    expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({ mayRepeat: false })
  })

  it('a submit whose answer was lost is found placed', async () => {
    const device = await atPayment()
    await makeAttempt(device.attempts, await paymentAttempt(larder, device))
    const row = await submitAttempt(larder, device)
    device.net.faults = ['cut-after']
    await makeAttempt(device.attempts, row)
    expect(await resolveAttempt(device.attempts, row.payableId)).toMatchObject({
      state: 'done',
      ticket: { status: 'Submitted' },
    })
    expect(await countSubmissions(larder, row.serverId)).toBe(1)
  })

  it('a part that a gift card paid, with its answer lost, is seen on the order and not charged again @AT-13', async () => {
    const userId = await addUser(larder)
    const card = await addCard(larder, { amountCents: 1000, userId })
    const { authorization } = await SignedIn.as(larder, userId)
    const token = authorization.slice('Bearer '.length)
    const auth = { token: () => token, renew: async () => undefined }
    const device = await atLocation(await deviceAtPayment(larder, { net: net(), auth }))
    const services = servicesOver(device, larder.clock)
    const view = await device.view()
    device.net.faults = ['cut-after']
    const made = await redeemCard(services, view, { id: card.id, balanceCents: 1000 })
    expect(made).toMatchObject({ state: 'unknown' })
    expect(await resolveAttempt(device.attempts, view.draftId)).toMatchObject({
      state: 'done',
      ticket: { status: 'Open' },
    })
    const { balance } = (await booksOf(larder.database)).find(({ id }) => id === card.id)!
    expect([balance, (await device.view()).totals.dueCents]).toEqual([0, due - 1000])
  })
})
