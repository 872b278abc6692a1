import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  choiceKey,
  emptySelection,
  entryKey,
  type Selection,
  selectionOf,
} from '#contract/pricing/selection.ts'
import type { MenuBook, MenuItem } from '#contract/schemas/menu.ts'
import { saveLine } from '#features/ordering/commands.ts'
import { changeQuantity, removeLine } from '#features/ordering/line-commands.ts'
import { findItem } from '#lib/query/find-item.ts'
import { readBook } from '#lib/query/read-book.ts'
import type { Services } from '#lib/query/services.ts'
import { findStep } from '#lib/query/checkout-marks.ts'
import { dinnerTime, startTestLarder, type TestLarder } from '../../server/support/larder.ts'
import { Device } from '../support/device.ts'
import { embedded } from '../support/embedded.ts'
import { servicesOver } from '../support/services.ts'

function storage(): Storage {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as unknown as Storage
}

describe('changes of the order', () => {
  let larder: TestLarder
  let device: Device
  let services: Services
  let book: MenuBook
  beforeAll(async () => {
    larder = await startTestLarder(embedded)
    const first = new Device(larder)
    const ports = { db: first.db, api: first.api, clock: larder.clock, locationId: 'tavola-nyc' }
    book = (await readBook(ports, 'order', () => undefined)).value
  })
  afterAll(() => larder.close())
  beforeEach(() => {
    larder.clock.set(dinnerTime)
    device = new Device(larder)
    services = servicesOver(device, larder.clock)
    vi.stubGlobal('sessionStorage', storage())
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const itemOf = (categoryId: string, itemId: string): MenuItem =>
    findItem(book, { menuId: 'dinner', categoryId, itemId })!

  /** 16 inch in squares, no basil, double salami: 16.00 + 6.00 + 3.00 + 2.00. */
  function rich(item: MenuItem): Selection {
    const [basil, salami] = [item.custom_options[1]!.checklist[1]!, item.custom_options[1]!.checklist[2]!]
    const size = choiceKey('o', 0, 0)
    return {
      values: { [size]: 'size-16', [choiceKey(`${size}=size-16`, 0, 0)]: 'cut-12' },
      ticked: { [entryKey('o', 1, basil)]: false, [entryKey('o', 1, salami)]: true },
      toggles: { [entryKey('o', 1, salami)]: 'Double' },
    }
  }

  it('a dish with every kind of choice: shown, charged and read back the same @ST-09 @ST-23 @EN-31 @EN-53', async () => {
    const item = itemOf('pizza', 'margherita')
    await saveLine(services, { item, selection: rich(item), quantity: 2 })
    const [tapped] = (await device.view()).lines
    expect(tapped).toMatchObject({ name: 'Margherita', unitCents: 2700, quantity: 2, pending: true })
    expect(sessionStorage.getItem('screen')).toBe('delivery')
    expect(findStep()).toBe('delivery')
    await device.drain()
    const [answered] = (await device.view()).lines
    expect(answered).toEqual({ ...tapped, index: 1, pending: false, wanted: 2 })
    expect(selectionOf(item, answered!.modifiers)).toMatchObject({ unknown: [] })
    expect((await device.active()).row.refusals).toEqual([])
  })

  it('another quantity keeps the refinements and the price, before and after the answer @AT-17', async () => {
    const item = itemOf('pizza', 'margherita')
    await saveLine(services, { item, selection: rich(item), quantity: 1 })
    const waiting = (await device.view()).lines[0]!
    await changeQuantity(services, waiting, 3)
    await device.drain()
    const answered = (await device.view()).lines[0]!
    expect(answered).toMatchObject({
      lineId: waiting.lineId,
      quantity: 3,
      unitCents: 2700,
      modifiers: waiting.modifiers,
    })
    await changeQuantity(services, answered, 10)
    await device.drain()
    expect((await device.view()).lines).toMatchObject([{ ...answered, quantity: 10, wanted: 10 }])
  })

  it('a line that is edited is the same line with another selection @ST-20 @EN-35', async () => {
    const item = itemOf('pizza', 'margherita')
    await saveLine(services, { item, selection: rich(item), quantity: 1 })
    const { lineId } = (await device.view()).lines[0]!
    await saveLine(services, { item, selection: emptySelection, quantity: 1, lineId })
    await device.drain()
    expect((await device.view()).lines).toMatchObject([{ lineId, unitCents: 1600 }])
    await removeLine(services, lineId)
    await device.drain()
    expect(await device.serverTicket()).toMatchObject({ items: [] })
  })

  it.each([
    [0, 1],
    [11, 10],
  ])('a quantity of %s is sent as %s @BC-12', async (quantity, sent) => {
    await saveLine(services, { item: itemOf('pizza', 'cheap'), selection: emptySelection, quantity })
    expect((await device.view()).lines[0]!.quantity).toBe(sent)
  })

  it('open choices are not stored; a line that is from no menu keeps its quantity @VA-11 @VA-12', async () => {
    const pasta = itemOf('pasta', 'carbonara')
    await expect(saveLine(services, { item: pasta, selection: emptySelection, quantity: 1 })).rejects.toThrow(
      'open choices',
    )
    expect(await device.waiting()).toEqual([])
    await saveLine(services, { item: itemOf('pizza', 'cheap'), selection: emptySelection, quantity: 1 })
    const line = { ...(await device.view()).lines[0]!, menu_external_id: undefined }
    await expect(changeQuantity(services, line, 2)).rejects.toThrow('not from a menu stays as it is')
    expect(findItem(book, { menuId: 'dinner', categoryId: 'pizza', itemId: 'gone' })).toBeUndefined()
  })

  it('a device that cannot store a change says so', async () => {
    device.db.outbox.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(
      saveLine(services, { item: itemOf('pizza', 'cheap'), selection: emptySelection, quantity: 1 }),
    ).rejects.toThrow('full')
    expect(await device.db.tickets.count()).toBe(0)
  })
})
