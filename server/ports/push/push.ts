/** One browser, as its push service knows it. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** One message to one browser. It is encrypted on its way; the push service reads nothing of it. */
export type PushMessage = {
  to: PushSubscription
  payload: string
  /** How long the push service keeps it for a browser that is away. */
  ttlSeconds: number
  /** Of two that wait with the same topic, the push service keeps the later one. At most 32 letters of base64url. */
  topic: string
}

/** Hands messages on to browsers' push services. */
export type Push = {
  /** The VAPID key that browsers subscribe with. */
  publicKey: string
  /** Whether a subscription can be sent to: a push service on a public host, and keys that encrypt. Tells nothing of whether anybody is there. */
  accepts(subscription: PushSubscription): boolean
  /** `gone`: the browser does not want to be told any more. Rejects when it could not be handed on. */
  send(message: PushMessage): Promise<'sent' | 'gone'>
}
