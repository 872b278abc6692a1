import type { Clock, Ids } from '#contract/ports.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import type { ServerAddress } from '#server/modules/accounts/links.ts'
import { errorName, type Log } from '#server/ports/log.ts'
import { AddressRefusedError, type Mail } from '#server/ports/mail/mail.ts'
import type { Push } from '#server/ports/push/push.ts'
import { cardOrderEmail } from './card-emails.ts'
import { orderEmail } from './emails.ts'
import { orderPush } from './pushes.ts'
import {
  type Channel,
  type Ending,
  isWorthSending,
  markEnded,
  orderOf,
  takeMessages,
  type WaitingMessage,
} from './queue.ts'

type OrderMessagePorts = {
  database: Database
  directory: MerchantDirectory
  clock: Clock
  ids: Ids
  mail: Mail
  push: Push
  log: Log
  /** What links to this server start with. */
  reached(): ServerAddress
}

/** How often a push service may fail, within a minute or two, before the guest is emailed instead. */
const pushTries = 4
/** Half an hour, as for the cards themselves: a misconfigured mail server refuses valid addresses, too. */
const refusedTries = 8

/** Sends a batch of messages about orders over this channel. Returns whether there were any. */
export async function deliverOrderMessages(ports: OrderMessagePorts, channel: Channel): Promise<boolean> {
  const { database, directory, clock } = ports
  const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
  const messages = await takeMessages(database, [...merchants.keys()], clock.now(), channel)
  if (messages.length === 0) return false
  // Those of one order are sent one after the other, so that the cancellation comes before its refund.
  const endings = await Promise.all(
    [...new Set(messages.map(orderOf))].map(async (id) => {
      const ended: Ending[] = []
      for (const message of messages.filter((one) => orderOf(one) === id))
        ended.push(await endingOf(merchants.get(message.locationId)!, message, ports))
      return ended
    }),
  )
  await markEnded(ports, endings.flat())
  return true
}

async function endingOf(
  merchant: Merchant,
  message: WaitingMessage,
  ports: OrderMessagePorts,
): Promise<Ending> {
  const { clock, log } = ports
  const isPush = message.recipient !== ''
  if (!isWorthSending(message, clock.now())) {
    logDropped(message, ports)
    return { message, outcome: 'dropped' }
  }
  try {
    return { message, outcome: await send(merchant, message, ports) }
  } catch (error) {
    log({
      level: 'error',
      event: 'order_message_failed',
      detail: `${isPush ? 'push ' : ''}${message.event}`,
      error: errorName(error),
    })
    const tries = message.tries + 1
    if (isPush) return { message, outcome: tries >= pushTries ? 'unreachable' : 'failed' }
    if (!('orderId' in message && error instanceof AddressRefusedError && tries >= refusedTries))
      return { message, outcome: 'failed' }
    logDropped(message, ports)
    return { message, outcome: 'dropped' }
  }
}

const logDropped = ({ event }: WaitingMessage, { log }: Pick<OrderMessagePorts, 'log'>): void =>
  log({ level: 'error', event: 'order_message_dropped', detail: event })

async function send(
  merchant: Merchant,
  message: WaitingMessage,
  { mail, push, reached }: OrderMessagePorts,
): Promise<Ending['outcome']> {
  if ('orderId' in message) {
    await mail.send(cardOrderEmail(merchant, message))
    return 'sent'
  }
  if (message.recipient === '') {
    await mail.send(orderEmail(merchant, message, reached()))
    return 'sent'
  }
  // The guest has turned push off since, and does not want an email instead.
  if (!message.browser) return 'dropped'
  return push.send(orderPush(merchant, message, message.browser))
}
