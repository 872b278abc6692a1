import type { Clock } from '#contract/ports.ts'
import type { Services } from '#lib/query/services.ts'
import type { TicketChange } from '#db/outbox.ts'
import { type Device, nextUuid } from './device.ts'

/** The services that features' commands and requests use, for a test device. */
export const servicesOver = (device: Device, clock: Clock): Services =>
  ({
    db: device.db,
    api: device.api,
    clock,
    ids: { uuid: nextUuid, secret: nextUuid },
    locationId: 'tavola-nyc',
    principal: () => 'guest',
    attempts: device.attempts,
    record: (change: TicketChange) => device.record(change),
    noteFailure: () => undefined,
    whilePaying: (pay: () => Promise<unknown>) => pay(),
    flush: async () => ({ left: (await device.drainNow()).left }),
  }) as Partial<Services> as Services
