import type { GiftDesign } from '../schemas/gift-design.ts'

/** How a card looks: as its giver chose, else as its kind does. Under another design than its kind's own, `edge` tells the kind. */
export function cardLook({
  design,
  program,
}: {
  design?: GiftDesign | undefined
  program?: { design?: GiftDesign | undefined } | null | undefined
}): { design: GiftDesign | undefined; edge: GiftDesign | undefined } {
  const own = program?.design
  return { design: design ?? own, edge: design !== undefined && design.id !== own?.id ? own : undefined }
}
