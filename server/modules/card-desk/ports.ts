import type { OrderPorts } from '#server/modules/card-orders/service.ts'
import type { DeliveryWorker } from '#server/modules/card-orders/delivery-worker.ts'
import type { Limits } from '#server/modules/limits/limits.ts'
import type { IdempotencyPorts } from '#server/plugins/idempotency.ts'

export type CardDeskPorts = IdempotencyPorts &
  OrderPorts & { limits: Limits; deliveryWorker: Pick<DeliveryWorker, 'wake'> }
