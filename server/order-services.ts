import type { FastifyInstance } from 'fastify'
import { minuteMs } from '#contract/durations.ts'
import type { AppOptions } from '#server/app-options.ts'
import type { AccountPorts } from '#server/modules/accounts/ports.ts'
import type { DeliveryWorker } from '#server/modules/card-orders/delivery-worker.ts'
import { addContactRoutes } from '#server/modules/contact/routes.ts'
import { pausesEveryMs, refreshPauses } from '#server/modules/kitchen/pause.ts'
import { KitchenQueue } from '#server/modules/kitchen/queue.ts'
import { addKitchenRoutes } from '#server/modules/kitchen/routes.ts'
import { refreshSoldOut } from '#server/modules/kitchen/sold-out.ts'
import { addOrderDeskRoutes } from '#server/modules/order-desk/routes.ts'
import { OrderEvents } from '#server/modules/order-events/events.ts'
import { addOrderEventRoutes } from '#server/modules/order-events/routes.ts'
import { addPlacesRoutes } from '#server/modules/places/routes.ts'
import { addPushRoutes } from '#server/modules/push/routes.ts'
import { addReceiptRoutes } from '#server/modules/receipts/routes.ts'
import { countFeatured, featuredEveryMs, type FeaturedList } from '#server/modules/tickets/featured.ts'
import type { SlotTables } from '#server/modules/tickets/slots.ts'
import type { SoldOutDishes } from '#server/modules/tickets/sold-out.ts'
import { addRounds } from '#server/plugins/rounds.ts'
import { embeddedKitchen } from '#server/ports/kitchen/kitchen.ts'
import { embeddedPlaces } from '#server/ports/places/embedded.ts'

/** The longest delay until another process's change is noticed. */
const pollEveryMs = 2000
const heartbeatMs = 20_000

type OrderServices = {
  accounts: AccountPorts
  slots: SlotTables
  soldOut: SoldOutDishes
  featured: FeaturedList
  /** Sends guests messages about their orders. */
  deliveryWorker: Pick<DeliveryWorker, 'wake'>
}

/**
 * The services around orders: the kitchen and its queue, finding an order of any age, live events, receipts, places, messages to the restaurant. Returns the
 * kitchen's queue.
 */
export function addOrderServices(
  app: FastifyInstance,
  options: AppOptions,
  { accounts, slots, soldOut, featured, deliveryWorker }: OrderServices,
): KitchenQueue {
  const {
    database,
    directory,
    clock,
    log,
    mail,
    push,
    repeat,
    kitchen: system = embeddedKitchen,
    places = embeddedPlaces,
  } = options
  const events = new OrderEvents({ database, clock, log })
  const kitchen = new KitchenQueue({
    database,
    directory,
    clock,
    slots,
    system,
    log,
    moved() {
      void events.look()
      void deliveryWorker.wake()
    },
  })
  const checkKitchens = addRounds(app, options, {
    everyMs: pausesEveryMs,
    failed: 'kitchen_failed',
    atStart: false,
    async work() {
      await refreshPauses(database, directory.list(), slots, clock.now())
      await refreshSoldOut(database, directory.list(), soldOut, clock.now())
    },
  })
  // Before the first answer: a pause, and sold-out dishes, survive a restart.
  app.addHook('onReady', checkKitchens)
  addFeatured(app, options, featured)
  addKitchenRoutes(app, {
    ...accounts,
    slots,
    soldOut,
    kitchen,
    system,
    changed: () => void checkKitchens(),
  })
  addOrderDeskRoutes(app, accounts)
  addOrderEventRoutes(app, { ...accounts, events })
  addPushRoutes(app, { ...accounts, slots, push })
  addReceiptRoutes(app, accounts)
  addPlacesRoutes(app, { ...accounts, places, log })
  addContactRoutes(app, { ...accounts, mail, log })
  const stops: (() => void)[] = []
  app.addHook('onReady', async () => {
    void kitchen.run()
    stops.push(
      repeat(minuteMs, () => kitchen.run()),
      repeat(pollEveryMs, () => events.look()),
      repeat(heartbeatMs, async () => events.beat()),
    )
  })
  app.addHook('onClose', async () => {
    for (const stop of stops) stop()
    await kitchen.stop()
    await events.close()
  })
  return kitchen
}

/** Regularly counts which dishes are ordered most. */
function addFeatured(app: FastifyInstance, options: AppOptions, featured: FeaturedList): void {
  const { database, directory, clock } = options
  addRounds(app, options, {
    everyMs: featuredEveryMs,
    failed: 'housekeeping_failed',
    atStart: true,
    work: () => countFeatured(database, directory.list(), featured, clock.now()),
  })
}
