import * as z from 'zod/mini'

/** Extension `order_push`: notifications about an order with the page closed (docs/decisions/049-guests-are-told.md). */

/** The address from a browser's push service, and the keys for messages that only this browser can read. */
export const PushSubscriptionBody = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(2000)),
  keys: z.object({
    /** An uncompressed P-256 point: 65 bytes. */
    p256dh: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}=?$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(?:==)?$/)),
  }),
})
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>

export const PushEndBody = z.object({ endpoint: z.string().check(z.minLength(1), z.maxLength(2000)) })
export type PushEndBody = z.infer<typeof PushEndBody>

/** Whether this browser is notified about the order from now on. */
export const PushAnswer = z.object({ notified: z.boolean() })
export type PushAnswer = z.infer<typeof PushAnswer>

/** The server's VAPID key, base64url: browsers need it to subscribe. */
export const PushKeyAnswer = z.object({ public_key: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/)) })
export type PushKeyAnswer = z.infer<typeof PushKeyAnswer>

/** A push message, encrypted for one browser: it does not contain whose order it is. */
export const PushPayload = z.object({
  /** The worker of an older portal does not know `refunded`, and shows that there is news. */
  kind: z.enum(['ready', 'out_for_delivery', 'refunded', 'cancelled']),
  merchant: z.string(),
  /** The order number. */
  order: z.string(),
  /** The order's page in the portal. */
  path: z.string().check(z.regex(/^\/ticket\/[\w-]+$/)),
  /** The message and its language (a page's `lang`); an older server sends neither, and the message is in English. */
  text: z.optional(z.string()),
  language: z.optional(z.string()),
})
export type PushPayload = z.infer<typeof PushPayload>
