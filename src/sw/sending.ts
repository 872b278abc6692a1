import { notificationOf, type OrderNotification } from '#contract/rules/order-news.ts'
import { PushPayload } from '#contract/schemas/push.ts'
import { moveOrders } from './move-orders.ts'
import { replayWaiting } from './replay.ts'
import { withPorts } from './worker-ports.ts'

/**
 * What the worker does with no window open: it sends pending changes, reads push messages, and updates push addresses. A file of its own, since it contains the
 * device's store and the contract, which a launch would wait for (load-sending.ts, docs/decisions/093).
 */
const sending = {
  /** Returns how much should be tried again soon. */
  replay: (language: () => string | undefined): Promise<number> =>
    withPorts(language, (ports) => replayWaiting({ ...ports, random: Math.random })),
  moveOrders,
  /** The notification for a message. Undefined: not one of ours, or from a newer server. */
  readPush(data: unknown): OrderNotification | undefined {
    const payload = PushPayload.safeParse(data)
    return payload.success ? notificationOf(payload.data) : undefined
  },
}

export type Sending = typeof sending

Object.assign(globalThis, { larderSending: sending })
