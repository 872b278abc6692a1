import * as z from 'zod/mini'
import { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketChange } from './rows/outbox.ts'
import type { AgreedLines } from './rows/tickets.ts'

const Agreed = z.record(z.string(), z.int())
const AgreedAllergens = z.record(z.string(), AllergenStatement)

/** Reads what a row has of the agreed lines; entries of another shape (an older version's, or damaged) are dropped. */
export const readableAgreed = ({ agreed, agreedAllergens }: AgreedLines): AgreedLines => ({
  ...(agreed && z.safeParse(Agreed, agreed).success && { agreed }),
  ...(agreedAllergens && z.safeParse(AgreedAllergens, agreedAllergens).success && { agreedAllergens }),
})

/** What the guest agrees to with a change: a line that is added or changed, as it was shown at that moment. */
export function agreedBy(change: TicketChange, { agreed, agreedAllergens = {} }: AgreedLines): AgreedLines {
  if (change.kind !== 'item.add' && change.kind !== 'item.change') return {}
  const { [change.lineId]: _old, ...others } = agreedAllergens
  const { unitCents, allergens } = change.shown
  return {
    agreed: { ...agreed, [change.lineId]: unitCents },
    agreedAllergens: { ...others, ...(allergens && { [change.lineId]: allergens }) },
  }
}
