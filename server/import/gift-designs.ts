import { inkOn } from '#contract/rules/gift-design.ts'
import type { GiftDesign, GiftPattern } from '#contract/schemas/gift-design.ts'
import type { Theme } from '#contract/schemas/location.ts'
import type { MerchantDocument } from '#server/merchants/document.ts'
import type { GiftDesignFile, LocationFile } from './file-schemas.ts'
import type { SourceFile } from './source-file.ts'

/** Gift-card designs of `location.json` (merchants/README.md, decision 052): reading, checking and writing them back. */

/** A location's designs in their stored form; nothing where its file names none, and the theme's designs are used. */
export const giftDesignsOf = (file: LocationFile, theme: Theme): Pick<MerchantDocument, 'giftDesigns'> =>
  file.gift_designs ? { giftDesigns: file.gift_designs.map((design) => giftDesignOf(design, theme)) } : {}

function giftDesignOf(file: GiftDesignFile, { colours: { light } }: Theme): GiftDesign {
  const ground = file.ground ?? light.brand
  return {
    id: file.external_id,
    name: file.name,
    words: file.words ?? file.name,
    pattern: file.pattern,
    ground,
    motif: file.motif ?? light.brandInk,
    // Text on a picture has a dark shade behind it.
    ink: file.image === undefined ? inkOn(ground) : 'light',
    ...(file.image !== undefined && { image: file.image, alt: file.alt ?? file.name }),
  }
}

/** A stored design in the file's form. */
export const giftDesignFile = ({
  id,
  name,
  words,
  pattern,
  ground,
  motif,
  image,
  alt,
}: GiftDesign): GiftDesignFile => ({
  external_id: id,
  name,
  words,
  pattern: pattern as GiftPattern,
  ground,
  motif,
  ...(image !== undefined && { image, alt }),
})

/**
 * Reports what no single field can show: a design listed twice, a picture without a description, a kind of card whose design does not exist or belongs to
 * another kind.
 */
export function reportGiftDesigns(location: LocationFile, source: SourceFile): void {
  const seen = new Set<string>()
  location.gift_designs?.forEach((design, index) => {
    if (seen.has(design.external_id))
      source.report(['gift_designs', index, 'external_id'], `another design is "${design.external_id}", too`)
    seen.add(design.external_id)
    if (design.image !== undefined && design.alt === undefined)
      source.report(
        ['gift_designs', index, 'alt'],
        'is missing: whoever does not see the picture is told this',
      )
  })
  reportSharedDesigns(location, source)
}

/** Each kind of card must look different from the others. */
function reportSharedDesigns(location: LocationFile, source: SourceFile): void {
  const product = location.physical_product
  const kinds = [
    ...location.card_programs.map((kind, index) => ({ ...kind, at: ['card_programs', index, 'design'] })),
    ...(product ? [{ ...product, at: ['physical_product', 'design'] }] : []),
  ]
  const usedBy = new Map<string, string>()
  for (const { design, external_id, at } of kinds) {
    if (design === undefined) continue
    const other = usedBy.get(design)
    if (other !== undefined)
      source.report(at, `names the design of "${other}": nobody could tell the two cards apart`)
    // Without `gift_designs` only the theme's designs exist, which files cannot name.
    else if (!(location.gift_designs ?? []).some((one) => one.external_id === design))
      source.report(at, `no design is called "${design}"`)
    usedBy.set(design, external_id)
  }
}
