import { isOn } from '#contract/rules/features.ts'
import { giftDesignOf } from '#contract/rules/gift-design.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { designsForProgramOf, digitalDesignsOf, giftDesignsOf } from '#server/merchants/card-designs.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Order } from './order.ts'

/** How gift cards look (extension `gift_designs`, decision 052). */

/** The designs beside the programs; none where no order that begins with a program is offered. */
export const listedDesigns = (merchant: Merchant): { designs?: GiftDesign[] } =>
  isOn(merchant.location.settings, 'cardPrograms') ? { designs: digitalDesignsOf(merchant) } : {}

/** Whether an order makes a card that somebody can choose the look of: a reload has one already, and what goes by post is printed. */
const canChoose = ({ type }: Pick<Order, 'type'>): boolean =>
  type === 'Purchase' || type === 'SendText' || type === 'SendEmail'

/** The design of an order's card of a kind; undefined where it makes none. What belongs to another kind is not had: the card looks as its own kind then. */
export const designOf = (
  merchant: Merchant,
  order: Order,
  programId: string | undefined = order.programId,
): GiftDesign | undefined =>
  canChoose(order) ? giftDesignOf(designsForProgramOf(merchant, programId), order.designId) : undefined

/** Puts a design on an order. Throws 422 on `design_id` for one that the merchant has not, and for an order that can have none. */
export function withDesign(merchant: Merchant, order: Order, designId: string | undefined): Order {
  if (designId === undefined) return order
  if (!canChoose(order)) throw fieldProblem(422, 'design_id', 'This gift card has a design already.')
  const known = [...giftDesignsOf(merchant), ...designsForProgramOf(merchant, order.programId)]
  if (!known.some((design) => design.id === designId))
    throw fieldProblem(422, 'design_id', 'This design is not offered anymore. Please choose another.')
  return { ...order, designId }
}
