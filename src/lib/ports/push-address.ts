/** Addresses from a browser's push service: the page asks for one, and the worker does when the push service changes it. */

/** An address at the push service, and the keys that only this browser can decrypt with: where the restaurant's server sends messages. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A subscription for a key. One for an older server key is given up: a browser has only one at a time. */
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

/** A subscription in the form that the server gets. Throws for one without keys, because nothing could be encrypted for it. */
export function addressOf(subscription: PushSubscription): PushAddress {
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  if (!p256dh || !auth) throw new Error('the push service gave no keys')
  return { endpoint: subscription.endpoint, keys: { p256dh: base64url(p256dh), auth: base64url(auth) } }
}
