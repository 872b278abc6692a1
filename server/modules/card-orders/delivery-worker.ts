import type { Clock, Ids } from '#contract/ports.ts'
import { Batcher } from '#server/db/batcher.ts'
import type { Database } from '#server/db/database.ts'
import type { Merchant, MerchantDirectory } from '#server/merchants/merchant.ts'
import { pageUrl, type Reached } from '#server/modules/accounts/links.ts'
import type { DataCipher } from '#server/ports/data-cipher.ts'
import type { Log } from '#server/ports/log.ts'
import type { Mail } from '#server/ports/mail/mail.ts'
import type { TextMessages } from '#server/ports/text-messages/text-messages.ts'
import { type Delivery, markFailed, markSent, takeDeliveries } from './deliveries.ts'
import { cardEmail, cardText } from './messages.ts'
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
  /** How links to this server begin. */
  reached(): Reached
  /** Sends some of what else is to be told, before the cards; tells whether there was anything. */
  first(): Promise<boolean>
}

/**
 * Does what is left to do for orders that are paid: sends cards by mail and by text, makes those that go by post. It runs after each order, at start
 * and every minute, one round at a time; on a database with several processes each takes what no other has.
 */
export class DeliveryWorker {
  readonly #ports: DeliveryWorkerPorts
  #round: Promise<void> | undefined
  #again = false
  #stopped = false
  /** Messages that are handed on at the same moment share one wait for the database. */
  readonly #sent: Batcher<Delivery, void>

  constructor(ports: DeliveryWorkerPorts) {
    this.#ports = ports
    this.#sent = new Batcher(async (deliveries) => {
      await markSent(ports.database, deliveries, ports.clock.now())
      return deliveries.map(() => ({ status: 'fulfilled', value: undefined }))
    })
  }

  /** Begins a round, or another after the one that runs. Resolves when everything that was due is done. */
  wake(): Promise<void> {
    this.#again = true
    this.#round ??= this.#run()
    return this.#round
  }

  /** Ends with what is being done just now. What is left is done at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#round
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false
        // Whoever waits for a message does not wait for ten thousand cards to be made.
        do {
          while (!this.#stopped && (await this.#ports.first())) continue
          while (!this.#stopped && (await this.#deliver())) continue
        } while (!this.#stopped && (await makePostedCards(this.#ports.database, this.#ports)))
      }
    } catch (error) {
      // The database is away: nothing is lost, the next minute tries again.
      this.#ports.log({
        level: 'error',
        event: 'delivery_failed',
        error: error instanceof Error ? error.name : 'unknown',
      })
    } finally {
      this.#round = undefined
    }
  }

  /** Tells whether there was anything to send. */
  async #deliver(): Promise<boolean> {
    const { directory, clock } = this.#ports
    const merchants = new Map(directory.list().map((merchant) => [merchant.locationId, merchant]))
    const deliveries = await takeDeliveries(this.#ports, [...merchants.keys()], clock.now())
    await Promise.all(deliveries.map((delivery) => this.#send(merchants.get(delivery.locationId)!, delivery)))
    return deliveries.length > 0
  }

  async #send(merchant: Merchant, delivery: Delivery): Promise<void> {
    const { database, clock, log, mail, texts } = this.#ports
    const { channel, linkId } = delivery
    const message = {
      ...delivery,
      // Each repetition of one is the same to a mail system, which can drop it.
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
        error: error instanceof Error ? error.name : 'unknown',
      })
      await markFailed(database, delivery, clock.now())
      return
    }
    await this.#sent.ask(delivery)
  }
}

/** The page of a card (specification §2, eGift view), on the portal's own registered host. */
const giftUrl = (merchant: Merchant, linkId: string, reached: Reached): string =>
  pageUrl(merchant, `https://${merchant.host.hosts[0] ?? ''}`, `/gift/${linkId}`, reached)
