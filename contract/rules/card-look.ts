import type { GiftDesign } from '../schemas/gift-design.ts'

/** How a card looks: the design that its giver chose, else its kind's. Where the design is not the kind's own, `edge` shows the kind. */
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
