import type { Clock, Ids } from '#contract/ports.ts'
import { Batcher } from '#server/db/batcher.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { pageUrl, type ServerAddress } from '#server/modules/accounts/links.ts'
import { firstOf, WorkLoop } from '#server/plugins/work-loop.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import { errorName, type Log } from '#server/ports/log.ts'
import { AddressRefusedError, type Mail } from '#server/ports/mail/mail.ts'
import type { TextMessages } from '#server/ports/text-messages/text-messages.ts'
import { type Delivery, isWorthTrying, markFailed, markSent, takeDeliveries } from './deliveries.ts'
import { cardEmail, cardText } from './messages.ts'
import { notifyUndelivered } from './news.ts'
import { numberOf } from './order.ts'
import { findOrder } from './repository.ts'
import { makePostedCards } from './shipments.ts'

export type DeliveryWorkerPorts = {
  database: Database
  directory: MerchantDirectory
  clock: Clock
  ids: Ids
  cipher: DataCipher
  mail: Mail
  texts: TextMessages
  log: Log
  /** What links to this server start with. */
  reached(): ServerAddress
  /** Sends some of the messages about orders, before the cards; returns whether there were any. */
  first(channel: 'push' | 'email'): Promise<boolean>
}

/**
 * Finishes paid orders: sends cards by email and text, and makes those that go by mail. It runs after each order, at start and every minute, one round at a
 * time per kind of work; of several processes on one database, each takes what no other has claimed.
 */
export class DeliveryWorker {
  readonly #ports: DeliveryWorkerPorts
  /** Separate loops: a mail server that hangs delays neither push messages nor the making of cards. */
  readonly #loops: readonly WorkLoop[]
  /** Messages that are sent at the same moment share one database write. */
  readonly #sent: Batcher<Delivery, void>

  constructor(ports: DeliveryWorkerPorts) {
    this.#ports = ports
    this.#sent = new Batcher(async (deliveries) => {
      await markSent(ports.database, deliveries, ports.clock.now())
      return deliveries.map(() => ({ status: 'fulfilled', value: undefined }))
    })
    const loop = { log: ports.log, failed: 'delivery_failed' } as const
    const emails = new WorkLoop({
      ...loop,
      work: firstOf([() => ports.first('email'), () => this.#deliver('email')]),
    })
    this.#loops = [
      emails,
      new WorkLoop({ ...loop, work: () => ports.first('push'), next: emails }),
      new WorkLoop({ ...loop, work: () => this.#deliver('text') }),
      new WorkLoop({ ...loop, work: () => makePostedCards(ports.database, ports) }),
    ]
  }

  /** Starts a round, or another one after the current. Resolves when everything due is done. */
  async wake(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.wake()))
  }

  /** Stops after the current work. The rest is done after the next start. */
  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()))
  }

  /** Returns whether there was anything to send. */
  async #deliver(channel: Delivery['channel']): Promise<boolean> {
    const { directory, clock } = this.#ports
    const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
    const deliveries = await takeDeliveries(this.#ports, [...merchants.keys()], clock.now(), channel)
    await Promise.all(deliveries.map((delivery) => this.#send(merchants.get(delivery.locationId)!, delivery)))
    return deliveries.length > 0
  }

  async #send(merchant: Merchant, delivery: Delivery): Promise<void> {
    const { log, mail, texts } = this.#ports
    const { channel, linkId } = delivery
    const message = {
      ...delivery,
      // A repeated message has the same id, so that a mail system can drop it.
      id: delivery.revision === 0 ? delivery.id : `${delivery.id}-${delivery.revision}`,
      fromName: delivery.ownPurchase ? undefined : delivery.fromName,
      link: giftUrl(merchant, linkId, this.#ports.reached()),
    }
    try {
      await (channel === 'text'
        ? texts.send(cardText(merchant, message))
        : mail.send(cardEmail(merchant, message)))
    } catch (error) {
      log({
        level: 'error',
        event: 'delivery_failed',
        detail: channel,
        error: errorName(error),
      })
      await this.#noteFailure(delivery, error instanceof AddressRefusedError)
      return
    }
    await this.#sent.ask(delivery)
  }

  /** If it is given up, its giver is told in the same transaction. */
  async #noteFailure(delivery: Delivery, isRefused: boolean): Promise<void> {
    const { database, clock, log } = this.#ports
    const nowMs = clock.now()
    if (isWorthTrying(delivery, isRefused)) {
      await markFailed(database, delivery, { nowMs, state: 'failed' })
      return
    }
    const order = await findOrder(database, delivery.locationId, delivery.orderId)
    if (!order) throw new Error('the order of a delivery has gone')
    const isGivenUp = await database.transaction(async (tx) => {
      if (!(await markFailed(tx, delivery, { nowMs, state: 'undeliverable' }))) return false
      notifyUndelivered(tx, order, `${delivery.id}-${delivery.revision}`, this.#ports)
      return true
    })
    if (isGivenUp)
      log({
        level: 'error',
        event: 'delivery_given_up',
        detail: [delivery.channel, numberOf(order)].join(' '),
      })
  }
}

/** The page of a card (specification §2, eGift view), on the portal's registered host. */
const giftUrl = (merchant: Merchant, linkId: string, reached: ServerAddress): string =>
  pageUrl(merchant, `https://${merchant.host.hosts[0] ?? ''}`, `/gift/${linkId}`, reached)
