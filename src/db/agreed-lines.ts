import * as z from 'zod/mini'
import { AllergenStatement } from '#contract/schemas/allergens.ts'
import type { TicketChange } from './rows/outbox.ts'
import type { AgreedLines } from './rows/tickets.ts'

const Agreed = z.record(z.string(), z.int())
const AgreedAllergens = z.record(z.string(), AllergenStatement)

/** What of it has its shape: an older version's, or damaged, is left out. */
export const readableAgreed = ({ agreed, agreedAllergens }: AgreedLines): AgreedLines => ({
  ...(agreed && z.safeParse(Agreed, agreed).success && { agreed }),
  ...(agreedAllergens && z.safeParse(AgreedAllergens, agreedAllergens).success && { agreedAllergens }),
})

/** What is agreed to once a change is taken: a line that is put on the order or changed, as it was shown then. */
export function agreedBy(change: TicketChange, { agreed, agreedAllergens = {} }: AgreedLines): AgreedLines {
  if (change.kind !== 'item.add' && change.kind !== 'item.change') return {}
  const { [change.lineId]: _old, ...others } = agreedAllergens
  const { unitCents, allergens } = change.shown
  return {
    agreed: { ...agreed, [change.lineId]: unitCents },
    agreedAllergens: { ...others, ...(allergens && { [change.lineId]: allergens }) },
  }
}
