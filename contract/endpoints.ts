import type { Endpoint } from './endpoint.ts'
import { accountEndpoints } from './endpoints/accounts.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { cardEndpoints } from './endpoints/cards.ts'
import { failedRefundEndpoints } from './endpoints/failed-refunds.ts'
import { locationEndpoints } from './endpoints/location.ts'
import { paymentEndpoints } from './endpoints/payments.ts'
import { privacyEndpoints } from './endpoints/privacy.ts'
import { secondFactorEndpoints } from './endpoints/second-factors.ts'
import { serviceEndpoints } from './endpoints/services.ts'
import { staffCardEndpoints } from './endpoints/staff-cards.ts'
import { staffOrderEndpoints } from './endpoints/staff-orders.ts'
import { staffEndpoints } from './endpoints/staff.ts'
import { ticketEndpoints } from './endpoints/tickets.ts'
import { walletEndpoints } from './endpoints/wallets.ts'

/**
 * Every call of the merchant API, once: the server validates requests and answers by this table, the portal parses every answer by it. Paths are those of the
 * specification's §7; where it shows none, those of docs/design/contract.md.
 */
export const endpoints = {
  ...locationEndpoints,
  ...ticketEndpoints,
  ...accountEndpoints,
  ...cardEndpoints,
  ...paymentEndpoints,
  ...adminEndpoints,
  ...serviceEndpoints,
  ...secondFactorEndpoints,
  ...staffEndpoints,
  ...staffCardEndpoints,
  ...staffOrderEndpoints,
  ...failedRefundEndpoints,
  ...walletEndpoints,
  ...privacyEndpoints,
} satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
