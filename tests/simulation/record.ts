import type { TicketChange } from '#db/outbox.ts'
import type { Stage } from './book.ts'
import type { Tab } from './tab.ts'

/** Taps that change an order: the product writes them down, and so does the book. `marker`: what distinguishes its line. */
export async function record(stage: Stage, tab: Tab, change: TicketChange, marker?: string): Promise<void> {
  const { phone } = tab
  const [maker, wipes] = [tab.maker, stage.book.wipesOf(phone.name)]
  const opId = await tab.services.record(change)
  const isWiped = stage.book.wipesOf(phone.name) !== wipes
  stage.book.taps.push({
    opId,
    change,
    phone: phone.name,
    maker,
    atMs: phone.world.scheduler.nowMs,
    isWiped,
    ...(marker && { marker }),
  })
  phone.world.tell(
    tab.life.name,
    `taps ${change.kind}${marker ? ` ${marker}` : ''}: written down as ${opId.slice(0, 8)}`,
  )
}
