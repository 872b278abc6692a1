import Stripe from 'stripe'
import type { Row } from '#server/db/database.ts'
import type { ProviderClient } from '#server/ports/payments/stripe.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** The banks of cardholders who dispute payments, and the provider's reports of it to the restaurant. */

/** `state`: as in ports/payments/provider-books.ts. While it is open or lost, the bank has the money. */
type Dispute = {
  id: string
  intentId: string
  cents: number
  state: 'inquiry' | 'closed' | 'open' | 'won' | 'lost'
  createdAt: number
}

export const webhookSecret = 'whsec_simulated'
type Answered = Awaited<ReturnType<ProviderClient['makeRequest']>>
type Asked = { method: string; path: string; body: string; key: string }
type Charge = { id: string; cents: number; refunded: number }

/** The provider tells of so many charges and refunds that the restaurant has asked for. */
const toldShare = 0.2
/** How long until a report is sent again that was not received (ms). */
const againMs = 15_000

/** How a dispute is named in Stripe's API. */
const statuses = {
  inquiry: 'warning_needs_response',
  closed: 'warning_closed',
  open: 'needs_response',
  won: 'won',
  lost: 'lost',
} as const

export const isTaken = ({ state }: Dispute): boolean => state === 'open' || state === 'lost'

/** What a bank needs of the world (world.ts). */
type Surroundings = {
  scheduler: Scheduler
  random: Random
  committed<R extends Row>(sql: string, params?: readonly unknown[]): Promise<R[]>
  count(what: string): void
  tell(who: string, what: string): void
  report(payload: string, signature: string): Promise<number | undefined>
}

export class Bank {
  readonly #world: Surroundings
  readonly #random: Random
  readonly disputes: Dispute[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(world: Surroundings) {
    this.#world = world
    this.#random = world.random.fork('bank')
  }

  /** Answers a request of the server to the provider, or lets the sandbox answer it. */
  async answer({ method, path, body, key }: Asked, send: () => Promise<Answered>): Promise<Answered> {
    if (path.startsWith('/v1/disputes')) return answered(200, this.#list(path))
    if (method !== 'POST') return await send()
    const form = new URLSearchParams(body)
    const intentId = form.get('payment_intent') ?? ''
    if (path === '/v1/refunds')
      return await this.#alone(async () => {
        const refused = await this.#refuses(key, intentId, Number(form.get('amount')))
        if (refused) return refused
        const answer = await send()
        if (this.#random.chance(toldShare)) this.#report('refund.created', intentId)
        return answer
      })
    const answer = await send()
    const intent = path.startsWith('/v1/payment_intents') ? ((await answer.toJSON()) as Intent) : undefined
    if (intent?.status === 'succeeded' && this.#random.chance(toldShare))
      this.#report('payment_intent.succeeded', intent.id)
    return answer
  }

  /** A cardholder goes to their bank. Gives whether there was a payment to dispute. */
  async open({ which, share, isInquiry }: { which: number; share: number; isInquiry: boolean }) {
    return await this.#alone(async () => {
      const charges = (await this.#charges()).filter((charge) => this.#leftOf(charge) > 0)
      const charge = charges[which % Math.max(1, charges.length)]
      if (!charge) return false
      const leftCents = this.#leftOf(charge)
      const dispute: Dispute = {
        id: `dp_${this.#random.uuid()}`,
        intentId: charge.id,
        cents: share < 300 ? 1 + (share % leftCents) : leftCents,
        state: isInquiry ? 'inquiry' : 'open',
        createdAt: this.#world.scheduler.nowMs,
      }
      this.disputes.push(dispute)
      this.#say(dispute, 'charge.dispute.created')
      return true
    })
  }

  /** The bank decides a dispute, or takes its decision back; an inquiry is closed, or becomes a dispute. */
  async decide({ which, how }: { which: number; how: 'won' | 'lost' | 'escalate' }): Promise<boolean> {
    return await this.#alone(async () => {
      const dispute = this.disputes[which % Math.max(1, this.disputes.length)]
      if (!dispute) return false
      const isInquiry = dispute.state === 'inquiry' || dispute.state === 'closed'
      const next = how === 'escalate' ? 'open' : isInquiry ? 'closed' : how
      const isOver = !isInquiry && dispute.state !== 'open'
      if (next === dispute.state || (isOver && next === 'open')) return false
      const charge = (await this.#charges()).find(({ id }) => id === dispute.intentId)!
      const takes = next === 'open' || next === 'lost'
      if (takes && !isTaken(dispute) && this.#leftOf(charge) < dispute.cents) return false
      dispute.state = next
      this.#say(dispute, next === 'open' ? 'charge.dispute.updated' : 'charge.dispute.closed')
      return true
    })
  }

  /** What banks have taken of a payment (cents). */
  takenOf(intentId: string): number {
    return this.disputes
      .filter((one) => one.intentId === intentId && isTaken(one))
      .reduce((sum, { cents }) => sum + cents, 0)
  }

  #leftOf({ id, cents, refunded }: Charge): number {
    return cents - refunded - this.takenOf(id)
  }

  #charges(): Promise<Charge[]> {
    return this.#world.committed<Charge>(
      `SELECT id, (body->>'amount_received')::int AS cents, coalesce((body->>'amount_refunded')::int, 0) AS refunded
       FROM sandbox_objects WHERE kind = 'payment_intent' AND body->>'status' = 'succeeded' ORDER BY created_at, id`,
    )
  }

  /** Stripe's answer where a dispute keeps a payment from being refunded; a key that it has answered gets the same answer. */
  async #refuses(key: string, intentId: string, cents: number): Promise<Answered | undefined> {
    const of = this.disputes.filter((one) => one.intentId === intentId)
    if (!of.some(isTaken)) return undefined
    const known = await this.#world.committed('SELECT 1 AS known FROM sandbox_requests WHERE key = $1', [key])
    if (known.length > 0) return undefined
    const charge = (await this.#charges()).find(({ id }) => id === intentId)
    const isOpen = of.some(({ state }) => state === 'open')
    if (!charge || (!isOpen && cents <= this.#leftOf(charge))) return undefined
    this.#world.count('refund: refused because of a dispute')
    const message = 'This charge has been charged back.'
    return answered(400, { error: { type: 'invalid_request_error', code: 'charge_disputed', message } })
  }

  /** Runs pieces of work one at a time: no refund is made while a dispute of its payment begins. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  #list(path: string): object {
    const intentId = new URLSearchParams(path.split('?')[1]).get('payment_intent')
    const data = this.disputes
      .filter((one) => one.intentId === intentId)
      .map(({ id, intentId: payment_intent, cents, state, createdAt }) => ({
        id,
        object: 'dispute',
        amount: cents,
        payment_intent,
        charge: `ch_${payment_intent}`,
        status: statuses[state],
        reason: 'fraudulent',
        created: Math.floor(createdAt / 1000),
      }))
    return { object: 'list', url: '/v1/disputes', has_more: false, data }
  }

  #say(dispute: Dispute, type: string): void {
    const { id, intentId, cents, state } = dispute
    this.#world.tell('bank', `${id.slice(0, 11)} of ${intentId.slice(0, 11)}: ${state}, ${cents} cents`)
    this.#world.count(`dispute: ${state}`)
    this.#report(type, intentId)
  }

  /** Tells the restaurant, again and again until it says that it has heard; sometimes that is not heard, and it is told once more. */
  #report(type: string, intentId: string): void {
    const { scheduler } = this.#world
    const object = type.startsWith('payment_intent') ? { id: intentId } : { payment_intent: intentId }
    const created = Math.floor(scheduler.nowMs / 1000)
    const payload = JSON.stringify({
      id: `evt_${this.#random.uuid()}`,
      object: 'event',
      type,
      created,
      data: { object },
    })
    const send = async (): Promise<void> => {
      for (let isHeard = false; !isHeard;) {
        await scheduler.wait(this.#random.below(againMs))
        const status = await this.#post(payload)
        this.#world.count(`report: ${type} ${status ?? 'no answer'}`)
        isHeard = status === 200 && this.#random.chance(0.8)
      }
    }
    void send()
  }

  async #post(payload: string): Promise<number | undefined> {
    const timestamp = Math.floor(this.#world.scheduler.nowMs / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
    return await this.#world.report(payload, signature)
  }
}

type Intent = { id: string; status?: string }

/** An answer of the provider. */
const answered = (status: number, body: object): Answered => ({
  getStatusCode: () => status,
  getHeaders: () => ({ 'content-type': 'application/json' }),
  getRawResponse: () => ({}),
  toStream: () => {
    throw new Error('the bank answers in one piece')
  },
  toJSON: async () => body,
})
