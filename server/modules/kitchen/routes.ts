import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { TicketPorts } from '#server/modules/tickets/service.ts'
import { register } from '#server/plugins/endpoints.ts'
import { type IdempotencyPorts, registerChange } from '#server/plugins/idempotency.ts'
import type { KitchenSystem } from '#server/ports/kitchen/kitchen.ts'
import { kitchenOf, moveOrder, switchKitchen } from './orders.ts'

export type KitchenPorts = IdempotencyPorts & TicketPorts & { system: KitchenSystem }

/** The staff's page (`/kitchen`): administrators of the host's own location. */
export function addKitchenRoutes(app: FastifyInstance, ports: KitchenPorts): void {
  const after = (): void => ports.kitchen.wake()
  register(app, endpoints.getKitchen, async ({ merchant }) => ({ body: await kitchenOf(ports.database, merchant, ports) }))
  registerChange(app, ports, endpoints.switchKitchen, async ({ merchant, body }, tx) => ({
    body: await switchKitchen(tx, merchant, body.is_on, ports),
    after,
  }))
  registerChange(
    app,
    ports,
    endpoints.moveKitchenOrder,
    async ({ merchant, params, body }, tx) => ({ body: await moveOrder(tx, merchant, params['id']!, body.status, ports), after }),
    { movesMoney: true },
  )
}
