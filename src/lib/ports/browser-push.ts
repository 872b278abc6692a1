import { addressOf, type PushAddress, subscribeAt } from './push-address.ts'

/** The browser's push, as far as the portal uses it. */
export type Push = {
  /** `missing`: it has none, or no worker that would show anything (on an iPhone: before the portal is on the home screen). */
  permission(): Promise<'missing' | NotificationPermission>
  /** Asks the person. To be called in a tap: browsers refuse what nobody tapped for. */
  ask(): Promise<NotificationPermission>
  /** The address that this browser has, or undefined. */
  find(): Promise<string | undefined>
  /** An address for a server's key: the one there is, or a new one. Rejects where the push service gives none. */
  subscribe(publicKey: string): Promise<PushAddress>
  /** Gives the address up: the push service refuses whoever sends to it from now on. What is shown of orders already goes, too. */
  drop(): Promise<void>
}

const hasPush = (): boolean =>
  typeof navigator !== 'undefined' &&
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!hasPush()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.active ? registration : undefined
}

const findManager = async (): Promise<PushManager | undefined> => (await findRegistration())?.pushManager

/** Push by the portal's own worker. */
export const browserPush: Push = {
  async permission() {
    return (await findManager()) ? Notification.permission : 'missing'
  },
  ask: () => Notification.requestPermission(),
  async find() {
    return (await (await findManager())?.getSubscription())?.endpoint
  },
  async subscribe(publicKey) {
    const manager = await findManager()
    if (!manager) throw new Error('this browser has no push')
    return addressOf(await subscribeAt(manager, publicKey))
  },
  async drop() {
    const registration = await findRegistration()
    // The worker shows nothing but orders. A browser that does not list them gives its address up all the same.
    const shown = await registration?.getNotifications().catch(() => [])
    shown?.forEach((one) => one.close())
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  },
}
