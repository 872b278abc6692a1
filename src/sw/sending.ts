import { notificationOf, type OrderNotification } from '#contract/rules/order-news.ts'
import { PushPayload } from '#contract/schemas/push.ts'
import { moveOrders } from './move-orders.ts'
import { replayWaiting } from './replay.ts'
import { withPorts } from './worker-ports.ts'

/**
 * What the worker does with no window open: it sends what waits, reads what is pushed, and moves an order's address. A file of its own, since it brings the
 * device's store and the contract along, which a launch would wait for (load-sending.ts, docs/decisions/093).
 */
const sending = {
  /** Answers how much is to be tried again soon. */
  replay: (language: () => string | undefined): Promise<number> =>
    withPorts(language, (ports) => replayWaiting({ ...ports, random: Math.random })),
  moveOrders,
  /** What is shown for a message. Undefined: not one of ours, or a newer server's. */
  readPush(data: unknown): OrderNotification | undefined {
    const payload = PushPayload.safeParse(data)
    return payload.success ? notificationOf(payload.data) : undefined
  },
}

export type Sending = typeof sending

Object.assign(globalThis, { larderSending: sending })
