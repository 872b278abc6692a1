import { isoOf } from '#contract/local-instant.ts'
import type { CardOrder } from '#contract/schemas/card-order.ts'
import type { Order, OrderedCard } from './order.ts'
import { isMessaged } from './schedule.ts'

/** Whether the recipient has opened it: by its link, or with its code. */
export const isOpened = ({ openedAt, holderId }: OrderedCard): boolean =>
  openedAt !== undefined || holderId !== undefined

/** The state of an order's gift, as its giver sees it (extension `gift_changes`); empty for an order without a gift, or not paid for. */
export function giftOnWire(order: Order, nowMs: number): Pick<CardOrder, 'gift'> {
  const [card] = order.cards
  const { delivery, takenBackAt, passedCardId } = order
  if (!isMessaged(order) || order.status !== 'Submitted' || !card || !delivery) return {}
  const state = stateOf(order, card, nowMs)
  const { sentAt } = delivery
  return {
    gift: {
      state,
      can_change: changeable.has(state),
      ...(sentAt !== undefined && takenBackAt === undefined && { sent_at: isoOf(sentAt) }),
      ...(card.openedAt !== undefined && { opened_at: isoOf(card.openedAt) }),
      ...(state === 'stopped' && stoppedBy(card)),
      ...(passedCardId !== undefined && { passed_on: true }),
    },
  }
}

function stoppedBy({ status, isReplaced }: OrderedCard): { stopped_by?: string } {
  if (status === 'frozen') return { stopped_by: 'hold' }
  return isReplaced ? { stopped_by: 'replaced' } : {}
}

const changeable = new Set(['scheduled', 'sending', 'sent', 'undeliverable'])

function stateOf({ takenBackAt, delivery }: Order, card: OrderedCard, nowMs: number): string {
  if (takenBackAt !== undefined) return 'taken_back'
  if (isOpened(card)) return 'opened'
  if (card.status !== 'active') return 'stopped'
  if (delivery?.state === 'sent' || delivery?.state === 'undeliverable') return delivery.state
  return delivery?.state === 'pending' && delivery.dueAt > nowMs ? 'scheduled' : 'sending'
}
