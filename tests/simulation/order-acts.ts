import { cancelOrder } from '#features/orders/requests.ts'
import { findLastPlaced } from '#db/placed-orders.ts'
import type { Stage } from './book.ts'
import { record } from './record.ts'
import { place } from './server.ts'
import type { Tab } from './tab.ts'

/** Asks for the order at a later time, out of those on the screen. */
export async function putOff(stage: Stage, tab: Tab, slot: number): Promise<void> {
  const days = (await tab.look())?.snapshot?.settings.available_order_ahead_time_slots_for_the_future ?? []
  const offered = days.flatMap(({ date, available_time_slots }) =>
    available_time_slots
      .filter(({ enable }) => enable)
      .slice(0, 2)
      .map(({ value }) => ({ ready_date_v2: date, ready_time_v2: value })),
  )
  const body = offered[slot % Math.max(1, offered.length)]
  if (body) await record(stage, tab, { kind: 'ticket.update', body })
}

/** Cancels the order that was placed last. */
export async function cancel(stage: Stage, tab: Tab): Promise<void> {
  const { services, phone } = tab
  const last = await findLastPlaced(tab.db, place.location, services.principal())
  if (!last || last.ticket.may_cancel !== true) return
  phone.world.tell(tab.life.name, `cancels ${last.ticketId.slice(0, 8)}`)
  await cancelOrder(services, last.ticket, services.ids.uuid())
  stage.book.shownCancelled.add(last.ticketId)
  phone.world.count('cancel: done')
}
