import type { Clock, Ids } from '#contract/ports.ts'
import type { KitchenIntake } from '#server/modules/kitchen/placing.ts'
import type { SoldOutDishes } from './sold-out.ts'
import type { SlotTables } from './slots.ts'

/** The outside dependencies of the tickets module. */
export type TicketPorts = {
  clock: Clock
  ids: Ids
  slots: SlotTables
  soldOut: SoldOutDishes
  kitchen: KitchenIntake
}
