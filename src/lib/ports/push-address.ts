/** Addresses that a browser's push service gives out: the page asks for one, and the worker when the push service changes it. */

/** An address of the push service, and the keys that this browser alone reads with: what the restaurant's server sends to. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A subscription to a key. One to an older key of the server's is given up: a browser holds one at a time. */
export async function subscribeAt(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const held = await manager.getSubscription()
  if (held && keyOf(held.options.applicationServerKey) === publicKey) return held
  await held?.unsubscribe()
  return await manager.subscribe(options)
}

const keyOf = (bytes: ArrayBuffer | null): string => (bytes === null ? '' : base64url(bytes))

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** What is sent to the server of a subscription. Throws for one without keys: nothing could be encrypted for it. */
export function addressOf(subscription: PushSubscription): PushAddress {
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  if (!p256dh || !auth) throw new Error('the push service gave no keys')
  return { endpoint: subscription.endpoint, keys: { p256dh: base64url(p256dh), auth: base64url(auth) } }
}
