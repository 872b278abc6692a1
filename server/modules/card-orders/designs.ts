import { isOn } from '#contract/rules/features.ts'
import { giftDesignOf } from '#contract/rules/gift-design.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import { designsForProgramOf, digitalDesignsOf, giftDesignsOf } from '#server/merchants/card-designs.ts'
import type { Merchant } from '#server/merchants/merchant.ts'
import { fieldProblem } from '#server/plugins/problems.ts'
import type { Order } from './order.ts'

/** How gift cards look (extension `gift_designs`, decision 052). */

/** The designs listed beside the programs; empty where no order that starts with a program is offered. */
export const listedDesigns = (merchant: Merchant): { designs?: GiftDesign[] } =>
  isOn(merchant.location.settings, 'cardPrograms') ? { designs: digitalDesignsOf(merchant) } : {}

/** Whether an order's card has a design to choose: a reloaded card already has one, and mailed cards are printed. */
const canChoose = ({ type }: Pick<Order, 'type'>): boolean =>
  type === 'Purchase' || type === 'SendText' || type === 'SendEmail'

/**
 * The design of the card that an order creates; undefined where it creates none. A design of another kind of card is ignored: the card then looks like its own
 * kind.
 */
export const designOf = (
  merchant: Merchant,
  order: Order,
  programId: string | undefined = order.programId,
): GiftDesign | undefined =>
  canChoose(order) ? giftDesignOf(designsForProgramOf(merchant, programId), order.designId) : undefined

/** Sets the design of an order. Throws 422 on `design_id` for one that the merchant does not have, and for an order that has no design. */
export function withDesign(merchant: Merchant, order: Order, designId: string | undefined): Order {
  if (designId === undefined) return order
  if (!canChoose(order)) throw fieldProblem(422, 'design_id', 'This gift card has a design already.')
  const known = [...giftDesignsOf(merchant), ...designsForProgramOf(merchant, order.programId)]
  if (!known.some((design) => design.id === designId))
    throw fieldProblem(422, 'design_id', 'This design is not offered anymore. Please choose another.')
  return { ...order, designId }
}
