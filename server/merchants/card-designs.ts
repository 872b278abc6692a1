import { designsForProgram, programDesigns, themeGiftDesigns } from '#contract/rules/gift-design.ts'
import type { GiftDesign } from '#contract/schemas/gift-design.ts'
import type { Merchant } from './merchant.ts'

/** How a merchant's gift cards look (extension `gift_designs`, decision 052). */

type Look = Pick<Merchant, 'giftDesigns' | 'host' | 'cardPrograms' | 'physicalProduct'>

/** A merchant's designs: those in its files, else its theme's. Never empty. */
export const giftDesignsOf = ({
  giftDesigns,
  host,
}: Pick<Merchant, 'giftDesigns' | 'host'>): readonly GiftDesign[] =>
  giftDesigns ?? themeGiftDesigns(host.theme)

/** The design of each kind of card on sale, including the mailed one, by the kind’s id. */
const assignedDesigns = (merchant: Look): ReadonlyMap<string, GiftDesign> => {
  const { cardPrograms, physicalProduct: product } = merchant
  const posted = product ? [{ id: product.programId, design: product.design }] : []
  return programDesigns([...cardPrograms, ...posted], giftDesignsOf(merchant), merchant.host.theme)
}

/** The design of a kind of card; undefined for one that is no longer sold. */
export const programDesignOf = (merchant: Look, programId: string): GiftDesign | undefined =>
  assignedDesigns(merchant).get(programId)

/** The designs to choose from for a digital card, besides its kind's own: without the mailed card's. */
export function digitalDesignsOf(merchant: Look): GiftDesign[] {
  const { physicalProduct: product } = merchant
  const posted = product && assignedDesigns(merchant).get(product.programId)
  return giftDesignsOf(merchant).filter(({ id }) => id !== posted?.id)
}

/** The designs to choose from for a kind of digital card, the default first. */
export function designsForProgramOf(merchant: Look, programId: string | undefined): GiftDesign[] {
  const looks = assignedDesigns(merchant)
  const programs = merchant.cardPrograms.map(({ id }) => ({ id, design: looks.get(id) }))
  return designsForProgram(programs, digitalDesignsOf(merchant), programId)
}
