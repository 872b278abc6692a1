import type { ChangeCounter } from '#server/plugins/idempotency.ts'
import { byClient } from './by-client.ts'
import { type Limits, tooMany } from './limits.ts'

/** An order of some twenty dishes fits in this size; a larger stored answer counts as several changes. */
const ordinaryBytes = 8 * 1024

/**
 * Counts the changes that guests and members make, since each is stored under a key of their choice. Per network, per object that the call's address names (an
 * order), and per location, in one round trip.
 */
export function changeCounter(ports: { limits: Limits; trustProxy: boolean }): ChangeCounter {
  const { limits } = ports
  const usesOf = ({ request, params }: Parameters<ChangeCounter['count']>[0], by: number) => {
    const { id } = params
    const ofOrder = id === undefined ? [] : [{ name: 'changeOfOrder' as const, of: id }]
    return byClient(ports, request, 'change', ...ofOrder).map((use) => ({ ...use, by }))
  }
  return {
    async count(call) {
      const { locationId } = call.merchant
      const refused = await limits.takeAll(locationId, usesOf(call, 1))
      if (!refused) return
      const { taken, waitMs } = await limits.take(locationId, refused, { verified: true })
      if (!taken) throw tooMany(waitMs)
    },
    async countKept(call, bytes) {
      const by = Math.floor(bytes / ordinaryBytes)
      if (by === 0) return
      for (const use of usesOf(call, by)) await limits.tally(call.merchant.locationId, use)
    },
  }
}
