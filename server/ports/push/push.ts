/** A browser's subscription, as its push service knows it. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** A message to one browser, encrypted so that the push service cannot read it. */
export type PushMessage = {
  to: PushSubscription
  payload: string
  /** How long the push service keeps it for a browser that is offline. */
  ttlSeconds: number
  /** Of two waiting messages with the same topic, the push service keeps the later one. At most 32 letters of base64url. */
  topic: string
}

/** Sends messages to browsers' push services. */
export type Push = {
  /** The VAPID key that browsers subscribe with. */
  publicKey: string
  /** Whether a subscription can be sent to: a push service on a public host, and usable keys. Does not check whether the subscription exists. */
  accepts(subscription: PushSubscription): boolean
  /** `gone`: the browser has unsubscribed. Rejects when the message could not be sent. */
  send(message: PushMessage): Promise<'sent' | 'gone'>
}
