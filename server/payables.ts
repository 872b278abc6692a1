import { cardOrderPayable } from '#server/modules/card-orders/checkout.ts'
import type { OrderPorts } from '#server/modules/card-orders/service.ts'
import type { PayableRef } from '#server/modules/payments/attempts.ts'
import type { Payable } from '#server/modules/payments/payable.ts'
import { ticketPayable } from '#server/modules/tickets/payment-steps.ts'
import type { TicketPorts } from '#server/modules/tickets/ports.ts'

/** Everything that can be paid by card, in one place: a kind without a row here does not compile. Runs `work` with the payable of a kind. */
export function withPayable<R>(
  kind: PayableRef['kind'],
  ports: TicketPorts & OrderPorts,
  work: <T>(payable: Payable<T>) => R,
): R {
  switch (kind) {
    case 'ticket':
      return work(ticketPayable(ports))
    case 'order':
      return work(cardOrderPayable(ports))
  }
}
