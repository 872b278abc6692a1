import * as z from 'zod/mini'

/** Extension `order_push`: being told of an order with the page closed (docs/decisions/049-guests-are-told.md). */

/** The address that a browser's push service gave out, and the keys that only this browser can read with. */
export const PushSubscriptionBody = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(2000)),
  keys: z.object({
    /** A point of P-256, uncompressed: 65 bytes. */
    p256dh: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}=?$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(?:==)?$/)),
  }),
})
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>

export const PushEndBody = z.object({ endpoint: z.string().check(z.minLength(1), z.maxLength(2000)) })
export type PushEndBody = z.infer<typeof PushEndBody>

/** Whether this browser is told of the order from now on. */
export const PushAnswer = z.object({ notified: z.boolean() })
export type PushAnswer = z.infer<typeof PushAnswer>

/** The server's VAPID key, base64url: what a browser subscribes with. */
export const PushKeyAnswer = z.object({ public_key: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/)) })
export type PushKeyAnswer = z.infer<typeof PushKeyAnswer>

/** What is pushed, encrypted for one browser: nothing of whose it is. */
export const PushPayload = z.object({
  /** An older portal's worker does not know `refunded`, and shows that there is news. */
  kind: z.enum(['ready', 'out_for_delivery', 'refunded', 'cancelled']),
  merchant: z.string(),
  /** The order number. */
  order: z.string(),
  /** The order's page in the portal. */
  path: z.string().check(z.regex(/^\/ticket\/[\w-]+$/)),
  /** What is said, and in which language (a page's `lang`); an older server sends neither, and is read in English. */
  text: z.optional(z.string()),
  language: z.optional(z.string()),
})
export type PushPayload = z.infer<typeof PushPayload>
