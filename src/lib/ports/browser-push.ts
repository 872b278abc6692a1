import { addressOf, type PushAddress, subscribeAt } from './push-address.ts'

/** The part of the browser's push that the portal uses. */
export type Push = {
  /** `missing`: it has no push, or no worker that could show anything (on an iPhone: until the portal is on the home screen). */
  permission(): Promise<'missing' | NotificationPermission>
  /** Asks the person. Must be called in a tap's handler: otherwise browsers refuse. */
  ask(): Promise<NotificationPermission>
  /** This browser's current push address, or undefined. */
  find(): Promise<string | undefined>
  /** An address for a server's key: the existing one, or a new one. Rejects where the push service gives none. */
  subscribe(publicKey: string): Promise<PushAddress>
  /** Gives up this address, which its push service has ended: the next `subscribe` gets another. */
  giveUp(endpoint: string): Promise<void>
  /** Gives up the address: from now on the push service refuses messages to it. Notifications about orders that are already shown are closed, too. */
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

/** Push through the portal's own worker. */
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
  async giveUp(endpoint) {
    const held = await (await findManager())?.getSubscription()
    if (held?.endpoint === endpoint) await held.unsubscribe()
  },
  async drop() {
    const registration = await findRegistration()
    // The worker shows only notifications about orders. A browser that cannot list them still gives up its address.
    const shown = await registration?.getNotifications().catch(() => [])
    shown?.forEach((one) => one.close())
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  },
}
