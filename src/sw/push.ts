import type { OrderNotification } from '#contract/rules/order-news.ts'
import { loadSending } from './load-sending.ts'
import { worker } from './worker-scope.ts'
import { language, unreadWords } from './written-in.ts'

/** Notifies about an order with no page open. Nothing is fetched: the message contains what is shown. */
export function listenForPushes(): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openOrder(pathOf(event.notification.data)))
  })
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(move((event as PushSubscriptionChangeEvent).newSubscription ?? undefined)),
  )
}

/** TypeScript's library does not always have it yet. */
type PushSubscriptionChangeEvent = ExtendableEvent & { newSubscription?: PushSubscription | null }

const move = async (fresh: PushSubscription | undefined): Promise<void> =>
  await loadSending().moveOrders(fresh, language)

/** Something must be shown, or a browser withdraws the permission. A message that cannot be read (from a newer server) is shown as "there is news". */
const unread = (): OrderNotification => ({ ...unreadWords(), tag: 'order', path: unreadPath })
const unreadPath = '/ordersubmit'

function show(data: PushMessageData | null): Promise<void> {
  const { title, body, lang, tag, path } = read(data)
  // A later notification about an order replaces the earlier one, and alerts again.
  const options = { body, tag, renotify: true, lang, data: { path } }
  return worker.registration.showNotification(title, options)
}

function read(data: PushMessageData | null): OrderNotification {
  try {
    return loadSending().readPush(data?.json()) ?? unread()
  } catch {
    return unread() // Not JSON, or the browser has lost the script that reads it.
  }
}

/** Only our own paths are opened, whatever a notification contains. */
function pathOf(data: unknown): string {
  const path: unknown = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && /^\/ticket\/[\w-]+$/.test(path) ? path : unreadPath
}

/** Opens the order: in the tab that shows it, else in a new one. */
async function openOrder(path: string): Promise<void> {
  const url = new URL(path.slice(1), worker.registration.scope)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => new URL(one.url).pathname === url.pathname)
  await (open ? open.focus() : worker.clients.openWindow(url.href))
}
