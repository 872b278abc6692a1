import * as z from 'zod/mini'
import { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketChange } from './rows/outbox.ts'
import type { AgreedLines } from './rows/tickets.ts'

const Agreed = z.record(z.string(), z.int())
const AgreedAllergens = z.record(z.string(), AllergenStatement)

/** Reads what a row has of the agreed lines; entries of another shape (an older version's, or damaged) are dropped. */
export const readableAgreed = ({ agreed, agreedAllergens, wanted }: AgreedLines): AgreedLines => ({
  ...(agreed && z.safeParse(Agreed, agreed).success && { agreed }),
  ...(agreedAllergens && z.safeParse(AgreedAllergens, agreedAllergens).success && { agreedAllergens }),
  ...(wanted && z.safeParse(Agreed, wanted).success && { wanted }),
})

/** What the guest agrees to with a change: a line that is added or changed, as it was shown at that moment, or without it. */
export function agreedBy(
  change: TicketChange,
  { agreed, agreedAllergens = {}, wanted }: AgreedLines,
): AgreedLines {
  if (change.kind === 'item.remove') return { wanted: { ...wanted, [change.lineId]: 0 } }
  if (change.kind !== 'item.add' && change.kind !== 'item.change') return {}
  const { [change.lineId]: _old, ...others } = agreedAllergens
  const { unitCents, allergens } = change.shown
  return {
    agreed: { ...agreed, [change.lineId]: unitCents },
    wanted: { ...wanted, [change.lineId]: change.line.quantity },
    agreedAllergens: { ...others, ...(allergens && { [change.lineId]: allergens }) },
  }
}
